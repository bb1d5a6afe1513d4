import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { InstagramConfig } from './config.ts';
import { PlatformRefused } from './errors.ts';
import type { PlatformClient } from './platform-client.ts';
import type { MessageCodeVerifier } from './verifier.ts';

const profile = z.object({
  username: z.optional(z.string().check(z.regex(/^[\w.]{1,64}$/))),
  is_user_follow_business: z.optional(z.boolean()),
});

/** Meta's codes for calls that come too often: of the app, the user, the page, the business. */
export const INSTAGRAM_LIMITS = ['code 4', 'code 17', 'code 32', 'code 613', 'code 80002'];

/**
 * Instagram through its messaging API. It lists no followers to anybody; but who has written to the program's
 * account has agreed to show a profile, and the profile says whether its owner follows that account.
 * https://developers.facebook.com/documentation/instagram-platform/instagram-api-with-instagram-login/messaging-api/user-profile
 */
export function createInstagramVerifier(
  client: PlatformClient,
  instagram: InstagramConfig,
): MessageCodeVerifier {
  const read = (senderId: string, signal: AbortSignal) => {
    const url = new URL(`${instagram.apiBase}/v23.0/${encodeURIComponent(senderId)}`);
    url.search = new URLSearchParams({ fields: 'username,is_user_follow_business' }).toString();
    const headers = { authorization: `Bearer ${instagram.accessToken}` };
    return client.call(profile, { url, headers }, signal);
  };
  return {
    kind: 'message_code',
    async identify(senderId, signal) {
      const { username } = await read(senderId, signal);
      if (username === undefined) throw new PlatformRefused(403, 'profile not shown');
      return { platformUserId: senderId, handle: username };
    },
    async check({ taskType, platformUserId }, signal) {
      if (taskType !== 'follow') return { done: false, evidence: `Instagram tells nothing of a ${taskType}` };
      const { is_user_follow_business: follows } = await read(platformUserId, signal);
      return {
        done: follows === true,
        evidence: `Instagram: is_user_follow_business of ${platformUserId} is ${follows}`,
      };
    },
  };
}

/** Whether Meta signed exactly these bytes: `X-Hub-Signature-256: sha256=<HMAC of the body under the app secret>`. */
export function isSignedByMeta(body: Uint8Array, header: string, appSecret: string): boolean {
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(header) ?? [];
  if (hex === undefined) return false;
  const expected = createHmac('sha256', appSecret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(hex, 'hex'));
}

const senderId = z.string().check(z.regex(/^\d{1,40}$/));
const notification = z.object({
  object: z.literal('instagram'),
  entry: z.array(
    z.object({
      messaging: z.optional(
        z.array(
          z.object({
            sender: z.optional(z.object({ id: senderId })),
            message: z.optional(z.object({ text: z.optional(z.string()), is_echo: z.optional(z.boolean()) })),
          }),
        ),
      ),
    }),
  ),
});

export type InstagramMessage = { readonly senderId: string; readonly text: string };

/** The text messages of a notification, our own apart; undefined when it is no notification of Instagram's. */
export function messagesOf(body: unknown): readonly InstagramMessage[] | undefined {
  const parsed = notification.safeParse(body);
  if (!parsed.success) return undefined;
  return parsed.data.entry
    .flatMap(({ messaging = [] }) => messaging)
    .flatMap(({ sender, message }) =>
      sender && message?.text !== undefined && message.is_echo !== true
        ? [{ senderId: sender.id, text: message.text }]
        : [],
    );
}
