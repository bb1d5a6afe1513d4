import { wait } from '../wait.ts';
import { ApiError, isOverLimit } from './api-error.ts';

const ATTEMPTS = 5;
const PAUSE_MS = 1_000;

/** Told until when a limit is waited for, and `undefined` once it is over. */
export type OnLimit = (until: Date | undefined) => void;

type Row = {
  /** Once it is given, nothing that was over a limit is waited for any more. */
  readonly signal?: AbortSignal;
  readonly onLimit?: OnLimit | undefined;
  readonly pause?: typeof wait;
};

/**
 * For one of many calls in a row, each command of them with a key of its own: what the server could not do just now (503)
 * is sent again after a pause, and what was over a limit (429) after the one that it names, so that neither a moment of
 * trouble nor the length of the row stops it.
 * @throws what `send` throws otherwise, and its last 503 or 429; the signal's reason
 */
export async function whenReady<Answer>(
  send: () => Promise<Answer>,
  { signal, onLimit, pause = wait }: Row = {},
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError) || attempt === ATTEMPTS) throw error;
      if (isOverLimit(error)) {
        const milliseconds = (error.retryAfter ?? 1) * 1_000;
        onLimit?.(new Date(Date.now() + milliseconds));
        await pause(milliseconds, signal);
        onLimit?.(undefined);
        signal?.throwIfAborted();
      } else if (error.status === 503) await pause(PAUSE_MS);
      else throw error;
    }
  }
}
