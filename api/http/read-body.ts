import type { IncomingMessage } from 'node:http';
import { refusals } from '../../contracts/messages.ts';
import { HttpError } from './http-error.ts';

/** The bytes of a body, as they were sent. @throws HttpError 413, and 400 where its sender has left half-way */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // One that is left stays open: what still comes of it is thrown away, and its sender can read why.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > maxBytes) throw new HttpError(413, 'BodyTooLarge', refusals.bodyTooLarge);
      chunks.push(chunk);
    }
  } catch (error) {
    // Its code is that of a connection to Postgres that was lost.
    throw error instanceof HttpError ? error : new HttpError(400, 'InvalidRequest', refusals.invalidRequest);
  }
  return Buffer.concat(chunks);
}
