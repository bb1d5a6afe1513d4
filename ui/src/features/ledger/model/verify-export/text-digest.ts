/** Takes the bytes of an export as they come, and says what all before the last line come to. */
export type TextDigest = {
  /** Settles when there is room for more. */
  readonly take: (bytes: Uint8Array) => Promise<void>;
  /** SHA-256, lower-case hex, once all was taken. */
  readonly hex: () => Promise<string>;
  readonly end: () => void;
};

/** A part of the export; without one, what all came to is asked for. */
export type DigestRequest = { readonly bytes?: Uint8Array };
export type DigestReply = { readonly taken: number } | { readonly sha256: string };

/** The part of a `Worker` that is used. */
export type DigestWorker = Pick<Worker, 'postMessage' | 'terminate'> & {
  onmessage: ((event: MessageEvent<DigestReply>) => unknown) | null;
  onerror: ((event: ErrorEvent) => unknown) | null;
};

/** Bytes that may wait to be hashed: what is read faster waits, too. */
const MOST_WAITING = 8 * 1024 * 1024;

/** Hashes in a worker of its own, so that it takes no time from who verifies the events. */
export function digestIn(worker: DigestWorker): TextDigest {
  let waiting = 0;
  let failure: Error | undefined;
  let wake = () => {};
  let told: string | undefined;
  worker.onmessage = ({ data }) => {
    if ('taken' in data) waiting -= data.taken;
    else told = data.sha256;
    wake();
  };
  worker.onerror = (event) => {
    failure = new Error(event.message || 'The digest of the file could not be computed.');
    wake();
  };
  const until = async (isSo: () => boolean) => {
    while (!isSo()) {
      if (failure) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const ask = (request: DigestRequest) => worker.postMessage(request);
  return {
    async take(bytes) {
      waiting += bytes.length;
      ask({ bytes });
      if (waiting > MOST_WAITING) await until(() => waiting <= MOST_WAITING);
    },
    async hex() {
      ask({});
      await until(() => told !== undefined);
      return told ?? '';
    },
    end: () => worker.terminate(),
  };
}
