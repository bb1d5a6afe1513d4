import { expect, test, vi } from 'vitest';
import { createSoundClaims, type SoundClaims } from './sound-claims.ts';

type Channel = ReturnType<Parameters<typeof createSoundClaims>[0]['openChannel']>;

/** Tabs of one browser; what they say is heard when `deliver` is called, in the order in which it was said. */
function browser() {
  const open = new Set<Channel>();
  const sent: { readonly from: Channel; readonly message: unknown }[] = [];
  let time = 1_000;
  let ids = 0;
  function openChannel(): Channel {
    const channel: Channel = {
      onmessage: null,
      postMessage: (message) => sent.push({ from: channel, message: structuredClone(message) }),
      close: () => open.delete(channel),
    };
    open.add(channel);
    return channel;
  }
  return {
    tab: (now = () => time): SoundClaims =>
      createSoundClaims({
        openChannel,
        now,
        newId: () => {
          ids += 1;
          return `id-${ids}`;
        },
      }),
    pass: (ms: number) => {
      time += ms;
    },
    deliver() {
      for (let next = sent.shift(); next; next = sent.shift()) {
        for (const channel of [...open]) {
          if (channel === next.from) continue;
          // The handler takes nothing of `this` and nothing of the event but its data.
          (channel.onmessage as ((event: { data: unknown }) => void) | null)?.({ data: next.message });
        }
      }
    },
    say: (message: unknown) => openChannel().postMessage(message),
    openChannels: () => open.size,
  };
}

/** Whether each still has the sound, after all was said and heard. */
function soundIn(...tabs: SoundClaims[]) {
  return tabs.map((tab) => {
    const state = { has: true, taken: 0 };
    const { release } = tab.claim(() => {
      state.has = false;
      state.taken += 1;
    });
    return Object.assign(state, { release });
  });
}

test('in one tab the next one stops the one before, at once and once', () => {
  const { tab } = browser();
  const claims = tab();
  const [first, second] = soundIn(claims, claims);
  expect([first?.has, first?.taken, second?.has]).toEqual([false, 1, true]);
});

test('a later claim of another tab stops the one before', () => {
  const { tab, pass, deliver } = browser();
  const [one, other] = [tab(), tab()];
  const [first] = soundIn(one);
  deliver();
  pass(10);
  const [second] = soundIn(other);
  deliver();
  expect([first?.has, second?.has]).toEqual([false, true]);
});

test('of two tabs that claim at once exactly one goes on, and of five', () => {
  for (const count of [2, 5]) {
    const { tab, deliver } = browser();
    const all = soundIn(...Array.from({ length: count }, () => tab()));
    deliver();
    expect(all.filter(({ has }) => has)).toHaveLength(1);
  }
});

test('where the clock was put back, or two clocks differ, exactly one goes on', () => {
  const { tab, deliver } = browser();
  const all = soundIn(
    tab(() => 5_000),
    tab(() => 10),
    tab(() => 300),
  );
  deliver();
  expect(all.filter(({ has }) => has)).toHaveLength(1);
  // Whoever lost knows better by now.
  const behind = tab(() => 10);
  const [lost] = soundIn(behind);
  deliver();
  expect(lost?.has).toBe(false);
});

test('what was released is not taken, takes nothing away, and leaves no channel open', () => {
  const { tab, deliver, openChannels } = browser();
  const [one, other] = [tab(), tab()];
  const [first] = soundIn(one);
  first?.release();
  const [second] = soundIn(other);
  deliver();
  expect([first?.taken, second?.has]).toEqual([0, true]);
  first?.release();
  expect(openChannels()).toBe(1);
  second?.release();
  expect(openChannels()).toBe(0);
});

test('a release that comes late does not end the claim that came after', () => {
  const { tab } = browser();
  const claims = tab();
  const [first, second] = soundIn(claims, claims);
  first?.release();
  soundIn(claims);
  expect(second?.taken).toBe(1);
});

test('whether there is sound is known of this tab and of the others', async () => {
  vi.useFakeTimers();
  try {
    const { tab, deliver } = browser();
    const [one, other] = [tab(), tab()];
    const asked = async (claims: SoundClaims) => {
      const answer = claims.isTaken();
      deliver();
      await vi.runAllTimersAsync();
      return answer;
    };
    expect(await asked(one)).toBe(false);
    const [sound] = soundIn(one);
    expect(await asked(one)).toBe(true);
    expect(await asked(other)).toBe(true);
    sound?.release();
    expect(await asked(other)).toBe(false);
    expect(sound?.taken).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  null,
  'hello',
  7,
  {},
  { at: 'late', id: 'x' },
  { at: Number.POSITIVE_INFINITY, id: 'x' },
  { at: 9e9 },
])('%j is no claim and takes nothing', (message) => {
  const { tab, say, deliver } = browser();
  const [sound] = soundIn(tab());
  say(message);
  deliver();
  expect(sound?.has).toBe(true);
});

test('who listens hears of each claim of this tab', () => {
  const { tab } = browser();
  const claims = tab();
  let heard = 0;
  const stop = claims.onClaim(() => {
    heard += 1;
  });
  soundIn(claims, claims);
  stop();
  soundIn(claims);
  expect(heard).toBe(2);
});
