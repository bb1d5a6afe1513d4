import { getCheckpoint } from '../../../../../contracts/api/ledger-seals.ts';
import { ApiError, NoAnswer } from '../../../lib/api/api-error.ts';

const TIMEOUT_MS = 15_000;

/**
 * The newest signed checkpoint, a text.
 * @throws ApiError, NoAnswer
 */
export async function fetchCheckpoint(): Promise<string> {
  try {
    const answer = await fetch(getCheckpoint.path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await answer.text();
    if (!answer.ok) throw new ApiError(answer.status, text || answer.statusText);
    return text;
  } catch (error) {
    throw error instanceof ApiError ? error : new NoAnswer(error);
  }
}
