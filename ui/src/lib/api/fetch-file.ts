import { HEADERS } from '../../../../contracts/constants.ts';
import { createSilence } from '../silence.ts';
import { isAttended, ledgerSync, shownWallet } from './api.ts';
import { ApiError, NoAnswer } from './api-error.ts';

/** Milliseconds without a sound of the server: a long file takes as long as it comes. */
const SILENCE_MS = 60_000;

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
  const silence = createSilence(SILENCE_MS);
  try {
    const answer = await fetch(path, { headers, signal: silence.signal });
    if (!answer.ok) throw new ApiError(answer.status, (await answer.text()) || answer.statusText);
    const named = /filename="?([^";]+)"?/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
    return { name: named ?? fallbackName, blob: await wholeOf(answer, silence.heard) };
  } catch (error) {
    throw error instanceof ApiError ? error : new NoAnswer(error);
  } finally {
    silence.stop();
  }
}

/** @param heard at each part of it */
function wholeOf({ body, headers }: Response, heard: () => void): Promise<Blob> {
  const parts = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, whole) {
      heard();
      whole.enqueue(part);
    },
  });
  return new Response(body?.pipeThrough(parts) ?? null, { headers }).blob();
}

/** What every admin call carries: the wallet of the session, and whether it asks by itself. */
export function adminHeaders(): Headers {
  const wallet = shownWallet();
  return new Headers({
    ...(wallet && { [HEADERS.walletAddress]: wallet }),
    ...(!isAttended() && { [HEADERS.unattended]: '1' }),
  });
}
