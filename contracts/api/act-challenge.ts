import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Of a dry run: what the wallet will have to sign; absent where the act needs no signature. */
export const toSign = z.optional(z.string());

/**
 * Beside the Idempotency-Key of the act. The act is then sent with the headers `X-Act-Nonce` and `X-Act-Signature`, from
 * the same session, under the same key and with the same body.
 */
export const createActChallenge = endpoint({
  method: 'POST',
  path: '/api/wallet/act-challenge',
  summary: 'Issue the text (EIP-4361) that a wallet signs before one act; valid for five minutes, once',
  access: 'session',
  refusals: [404],
  request: z.object({
    /** The path that the act will be sent to. */
    operation: z.string().check(z.maxLength(200)),
    /** Its body, as it will be sent. */
    input: z.record(z.string(), z.unknown()),
  }),
  response: z.object({
    /** What will happen. */
    words: z.string(),
    message: z.string(),
    nonce: z.string(),
    expiresAt: z.iso.datetime(),
  }),
  command: false,
});
