import { HEADERS } from '../../../../contracts/constants.ts';
import { isAttended, ledgerSync, shownWallet } from './api.ts';
import { ApiError, NoAnswer } from './api-error.ts';

/** A long export takes its time; it streams. */
const TIMEOUT_MS = 120_000;

export type FetchedFile = { readonly name: string; readonly blob: Blob };

/**
 * A file of an admin call; a plain link cannot send the header that names the wallet. It holds what this page has done.
 * @param fallbackName where the server names none
 * @throws ApiError, NoAnswer
 */
export async function fetchFile(path: string, fallbackName: string): Promise<FetchedFile> {
  const headers = adminHeaders();
  const position = ledgerSync.position();
  if (position) headers.set(HEADERS.ledgerPosition, position);
  try {
    const answer = await fetch(path, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new ApiError(answer.status, (await answer.text()) || answer.statusText);
    const named = /filename="?([^";]+)"?/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
    return { name: named ?? fallbackName, blob: await answer.blob() };
  } catch (error) {
    throw error instanceof ApiError ? error : new NoAnswer(error);
  }
}

/** What every admin call carries: the wallet of the session, and whether it asks by itself. */
export function adminHeaders(): Headers {
  const wallet = shownWallet();
  return new Headers({
    ...(wallet && { [HEADERS.walletAddress]: wallet }),
    ...(!isAttended() && { [HEADERS.unattended]: '1' }),
  });
}
