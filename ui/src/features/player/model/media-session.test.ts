import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bindMediaSession } from './media-session.ts';
import type { Player } from './player.ts';
import { playerAfter, playerBefore } from './player-state.ts';

beforeEach(() => {
  vi.stubGlobal(
    'MediaMetadata',
    class {
      constructor(init: object) {
        Object.assign(this, init);
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

function stage() {
  const listeners = new Set<() => void>();
  const claims = new Set<() => void>();
  let state = playerBefore(undefined);
  const act = { play: vi.fn(), pause: vi.fn(), next: vi.fn(), previous: vi.fn(), seek: vi.fn() };
  const handlers = new Map<string, MediaSessionActionHandler | null>();
  const session = {
    // What is set by and by.
    metadata: null as MediaMetadata | null,
    playbackState: 'none' as MediaSessionPlaybackState,
    setActionHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null) {
      // As a browser that does not know it.
      if (action === 'stop') throw new TypeError('unknown action');
      handlers.set(action, handler);
    },
    setPositionState: vi.fn(),
  };
  // The rest of the player is not used by it.
  const player = {
    ...act,
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Player;
  const end = bindMediaSession(session, player, (listener) => {
    claims.add(listener);
    return () => claims.delete(listener);
  });
  return {
    act,
    session,
    end,
    press: (action: MediaSessionAction, details: object = {}) =>
      // The action is told with its own details.
      handlers.get(action)?.({ action, ...details } as MediaSessionActionDetails),
    handled: () => [...handlers].flatMap(([action, handler]) => (handler ? [action] : [])),
    happen(...events: Parameters<typeof playerAfter>[1][]) {
      state = events.reduce(playerAfter, state);
      for (const listener of listeners) listener();
    },
    claim: () => {
      for (const listener of claims) listener();
    },
  };
}

const TRACKS = ['a', 'b'].map((id) => ({ id, title: `Song ${id}`, artist: 'EVO', url: `/files/${id}` }));

test('what plays is shown from when it first sounds, with its keys, and a pause keeps it', () => {
  const { session, happen, handled, press, act } = stage();
  happen({ type: 'tracks came', tracks: TRACKS });
  expect([session.metadata, handled()]).toEqual([null, []]);
  happen({ type: 'started' });
  expect(session.metadata).toMatchObject({ title: 'Song a', artist: 'EVO', album: 'EVO Playlist' });
  expect(session.playbackState).toBe('playing');
  expect(handled()).toEqual(['play', 'pause', 'previoustrack', 'nexttrack', 'seekto']);
  press('pause');
  press('nexttrack');
  press('previoustrack');
  press('seekto', { seekTime: 7 });
  expect(act.pause).toHaveBeenCalledOnce();
  expect(act.next).toHaveBeenCalledOnce();
  expect(act.previous).toHaveBeenCalledOnce();
  expect(act.seek).toHaveBeenCalledWith(7);
  happen({ type: 'moved', position: 70, duration: 60 });
  expect(session.setPositionState).toHaveBeenLastCalledWith({ duration: 60, position: 60 });
  happen({ type: 'next' });
  expect(session.metadata).toMatchObject({ title: 'Song b' });
  happen({ type: 'paused' });
  expect(session.playbackState).toBe('paused');
  press('play');
  expect(act.play).toHaveBeenCalledOnce();
});

test('another sound of the tab takes the keys, and the next start brings them back', () => {
  const { session, happen, handled, claim } = stage();
  happen({ type: 'tracks came', tracks: TRACKS }, { type: 'started' });
  happen({ type: 'paused' });
  claim();
  expect([session.metadata, session.playbackState, handled()]).toEqual([null, 'none', []]);
  happen({ type: 'volume set', volume: 0.3 });
  expect(session.metadata).toBeNull();
  happen({ type: 'started' });
  expect(session.metadata).toMatchObject({ title: 'Song a' });
});

test('nothing stays when the player goes', () => {
  const { session, happen, handled, end } = stage();
  happen({ type: 'tracks came', tracks: TRACKS }, { type: 'started' });
  end();
  expect([session.metadata, handled()]).toEqual([null, []]);
});
