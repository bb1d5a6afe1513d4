import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Whether the request brings the token (RFC 6750), in a time that tells nothing of how much of it was right. */
export function isBearer({ headers }: IncomingMessage, token: string): boolean {
  // Digests have one length, and their comparison takes one time.
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
