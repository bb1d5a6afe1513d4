/** What one tab says to the others: that it takes the sound, or, to somebody who came before it, that it has it. */
type Claim = {
  /** Of all claims that this tab has heard of, none was later. Milliseconds, unless clocks were put back. */
  readonly at: number;
  /** Decides between claims of one millisecond. */
  readonly id: string;
};

type Channel = Pick<BroadcastChannel, 'onmessage' | 'postMessage' | 'close'>;

export type SoundClaims = { claim(onTaken: () => void): { release(): void } };

/**
 * Who in a browser makes sound. All tabs put claims into the same order, so the latest one wins wherever it is
 * heard, and a tab that hears of a claim before its own says its own again: two that claim at once agree.
 */
export function createSoundClaims(parts: {
  /** To all other tabs, as often as it is asked for. */
  readonly openChannel: () => Channel;
  /** Milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
}): SoundClaims {
  let latest = 0;
  let holder: { readonly end: () => void; readonly onTaken: () => void } | undefined;

  function take(): void {
    const taken = holder;
    taken?.end();
    taken?.onTaken();
  }

  return {
    claim(onTaken) {
      take();
      latest = Math.max(parts.now(), latest + 1);
      const own: Claim = { at: latest, id: parts.newId() };
      // Open as long as the sound is held: a page without one can be kept by the browser for the way back.
      const channel = parts.openChannel();
      const claimed = {
        onTaken,
        end: () => {
          channel.onmessage = null;
          channel.close();
          if (holder === claimed) holder = undefined;
        },
      };
      holder = claimed;
      channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (holder !== claimed || !isClaim(data)) return;
        latest = Math.max(latest, data.at);
        if (isLater(data, own)) take();
        else if (isLater(own, data)) channel.postMessage(own);
      };
      channel.postMessage(own);
      return { release: claimed.end };
    },
  };
}

function isLater(one: Claim, other: Claim): boolean {
  return one.at === other.at ? one.id > other.id : one.at > other.at;
}

function isClaim(message: unknown): message is Claim {
  return (
    typeof message === 'object' &&
    message !== null &&
    'at' in message &&
    typeof message.at === 'number' &&
    Number.isFinite(message.at) &&
    'id' in message &&
    typeof message.id === 'string'
  );
}
