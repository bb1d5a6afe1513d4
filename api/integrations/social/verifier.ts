import type { TaskType } from '../../../contracts/constants.ts';

/** An account as its platform names it. */
type PlatformAccount = {
  /** The platform's own, lasting id. */
  readonly platformUserId: string;
  /** Without its @; its owner can change it. */
  readonly handle: string;
};

export type Post = { readonly id: string; readonly text: string; readonly url: string };

/** The posts that the like and the retweet tasks are about; null while there is none. */
export type Posts = { readonly latest: Post | null; readonly announcement: Post | null };

/** What the platform is to say about one of its accounts. */
export type TaskQuestion = {
  readonly taskType: TaskType;
  readonly platformUserId: string;
  /** For like and retweet. */
  readonly post: Post | null;
};

export type TaskAnswer = {
  readonly done: boolean;
  /** What the platform answered, in words that hold no secret; at most 500 characters. */
  readonly evidence: string;
};

export type PlatformTokens = {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly expiresAt: Date;
};

/**
 * How long a platform has to renew tokens: longer than any other call, and than anybody waits. What it gives takes the place of
 * the old ones, whoever hears of it. Milliseconds.
 */
export const RENEWAL_MS = 12_000;

/** Asks the platform with a token that the user gave us there. */
export type OAuthVerifier = {
  readonly kind: 'oauth';
  /** Where the user is sent; `challenge` is the S256 code challenge of RFC 7636. */
  authorizeUrl(request: { state: string; challenge: string; redirectUri: string }): string;
  exchange(
    grant: { code: string; codeVerifier: string; redirectUri: string },
    signal: AbortSignal,
  ): Promise<PlatformTokens>;
  refresh(refreshToken: string, signal: AbortSignal): Promise<PlatformTokens>;
  /** Whose token it is. */
  identify(accessToken: string, signal: AbortSignal): Promise<PlatformAccount>;
  check(question: TaskQuestion, accessToken: string, signal: AbortSignal): Promise<TaskAnswer>;
};

/** The user sends a code to the program's account on the platform, which tells us who sent it. */
export type MessageCodeVerifier = {
  readonly kind: 'message_code';
  identify(senderId: string, signal: AbortSignal): Promise<PlatformAccount>;
  check(question: TaskQuestion, signal: AbortSignal): Promise<TaskAnswer>;
};

/** Believes everything, says so, and exists only on a local trial. */
export type DemoVerifier = {
  readonly kind: 'demo';
  identify(handle: string): PlatformAccount;
  check(question: TaskQuestion): TaskAnswer;
};

/** This deployment has no credentials for the platform: nothing is confirmed and nothing is paid. */
type NoVerifier = { readonly kind: 'none' };

/**
 * How this deployment learns from a platform who somebody is and what somebody did. Every call of a real one throws
 * `PlatformUnavailable`, `PlatformLimited` or `PlatformRefused`, and never answers yes on anything but the
 * platform's word.
 */
export type SocialVerifier = OAuthVerifier | MessageCodeVerifier | DemoVerifier | NoVerifier;
