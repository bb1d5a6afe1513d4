import { v4 as uuid } from 'uuid';
import { beginMusicUpload, putMusicFile } from '../../../../../contracts/api/music.ts';
import { HEADERS } from '../../../../../contracts/constants.ts';
import { api, ledgerSync } from '../../../lib/api/api.ts';
import { ApiError, isOutcomeUnknown, NoAnswer } from '../../../lib/api/api-error.ts';

export type FileToSend = {
  readonly file: File;
  readonly title: string;
  readonly artist: string;
};

/**
 * Asks where to put a file, and puts it there. Where the outcome was unknown the next try puts it at the same address: what
 * became a track already is told again, and is not replaced by itself.
 * @param onProgress the share of the bytes that have left, 0 to 1
 * @throws ApiError, NoAnswer, UnreadableAnswer
 */
export async function sendFile(
  { file, title, artist }: FileToSend,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const known = untold.get(file);
  if (known?.title === title && known.artist === artist) {
    try {
      return await putAt(known);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
  const { uploadURL } = await api.call(beginMusicUpload, {
    request: { filename: file.name, title, artist },
    idempotencyKey: uuid(),
    isKeyKept: false,
    signal,
  });
  await putAt({ uploadURL, title, artist });

  async function putAt(address: Address): Promise<void> {
    untold.set(file, address);
    try {
      await put(address.uploadURL, file, onProgress, signal);
    } catch (error) {
      if (!signal.aborted && !isOutcomeUnknown(error)) untold.delete(file);
      throw error;
    }
  }
}

type Address = { readonly uploadURL: string; readonly title: string; readonly artist: string };

/** Where files were put of which it is not known what became of them. */
const untold = new WeakMap<File, Address>();

/** The server knows the address no more, as where the bytes broke off on the way. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** `fetch` does not tell how much of a body has left. */
function put(
  url: string,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open(putMusicFile.method, url);
    request.setRequestHeader('content-type', file.type);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      if (request.status < 200 || request.status > 299) {
        reject(new ApiError(request.status, request.responseText || request.statusText));
        return;
      }
      const position = request.getResponseHeader(HEADERS.ledgerPosition);
      if (position) ledgerSync.reached(position);
      resolve();
    };
    request.onerror = () => reject(new NoAnswer('the connection broke'));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    request.send(file);
  });
}
