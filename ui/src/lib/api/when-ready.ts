import { ApiError } from './api-error.ts';

const ATTEMPTS = 5;
const PAUSE_MS = 1_000;

/**
 * For one of many commands in a row, each with a key of its own: what the server could not do just now (503) is sent
 * again after its pause, so that a moment of trouble does not stop the row.
 * @throws what `send` throws otherwise, and its last 503
 */
export async function whenReady<Answer>(
  send: () => Promise<Answer>,
  pause: (milliseconds: number) => Promise<void> = sleep,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === 503;
      if (!isBusy || attempt === ATTEMPTS) throw error;
      await pause(PAUSE_MS);
    }
  }
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
