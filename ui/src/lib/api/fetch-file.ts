import { HEADERS } from '../../../../contracts/constants.ts';
import { isAttended, ledgerSync, shownWallet } from './api.ts';
import { ApiError, NoAnswer } from './api-error.ts';

/** Milliseconds in which nothing comes. A long export takes as long as it takes: it streams. */
const SILENCE_MS = 120_000;

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
  const silence = startSilence(SILENCE_MS);
  try {
    const answer = await fetch(path, { headers, signal: silence.tooLong });
    if (!answer.ok) throw new ApiError(answer.status, (await answer.text()) || answer.statusText);
    const named = /filename="?([^";]+)"?/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
    const heard = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, file) {
        silence.isBroken();
        file.enqueue(chunk);
      },
    });
    const body = answer.body?.pipeThrough(heard) ?? null;
    const blob = await new Response(body, { headers: answer.headers }).blob();
    return { name: named ?? fallbackName, blob };
  } catch (error) {
    throw error instanceof ApiError ? error : new NoAnswer(error);
  } finally {
    silence.end();
  }
}

/** A silence that begins anew whenever it is broken, until it has lasted for so long. */
function startSilence(milliseconds: number) {
  const lasted = new AbortController();
  const begin = () =>
    setTimeout(() => lasted.abort(new DOMException('nothing came', 'TimeoutError')), milliseconds);
  let timer = begin();
  const end = () => clearTimeout(timer);
  return {
    tooLong: lasted.signal,
    isBroken() {
      end();
      timer = begin();
    },
    end,
  };
}

/** What every admin call carries: the wallet of the session, and whether it asks by itself. */
export function adminHeaders(): Headers {
  const wallet = shownWallet();
  return new Headers({
    ...(wallet && { [HEADERS.walletAddress]: wallet }),
    ...(!isAttended() && { [HEADERS.unattended]: '1' }),
  });
}
