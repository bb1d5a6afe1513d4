import { type ErrorResponse, errorResponse } from '../../../../contracts/api/error.ts';
import { queryError } from '../../../../contracts/shell-messages.ts';

/**
 * Any answer that is not 2xx. Its message is `{status}: {response text}`, of a page of HTML its title; `body` is the parsed
 * answer of our API.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorResponse | undefined;
  readonly isKept: boolean;
  /** After how many seconds to come again, where the answer says so. */
  readonly retryAfter: number | undefined;

  /** @param isKept the same will be sent under the same Idempotency-Key */
  constructor(status: number, text: string, isKept = false, retryAfter?: number) {
    super(queryError(status, wordsOf(text)));
    this.name = 'ApiError';
    this.status = status;
    this.body = parseBody(text);
    this.isKept = isKept;
    this.retryAfter = retryAfter;
  }
}

const UNREACHED = 'The server could not be reached. Check your connection and try again.';
const UNKNOWN =
  'No answer came, so it is not known whether this was done. Try again: the same request is never done twice.';

const noAnswerText = (isKept: boolean): string => (isKept ? UNKNOWN : UNREACHED);

/** No answer came, or not all of it: offline, refused, cut off or timed out. Of a command the outcome is unknown. */
export class NoAnswer extends Error {
  /** @param isKept the same will be sent under the same Idempotency-Key */
  constructor(cause: unknown, isKept = false) {
    super(noAnswerText(isKept), { cause });
    this.name = 'NoAnswer';
  }
}

/** The answer is not what the contract promises; a bug on one of the two sides. */
export class UnreadableAnswer extends Error {
  constructor(path: string, cause: unknown) {
    super('The server gave an answer that this page does not understand. Reload the page to update it.', {
      cause,
    });
    this.name = 'UnreadableAnswer';
    this.path = path;
  }
  readonly path: string;
}

/** What stands in front of the server answers in its place. */
export const isOfProxy = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 502 && !error.body;

/** The server itself says that it cannot just now. */
export const isUnable = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 503 && error.body !== undefined;

/** Lost on its way, or the answer of what stands in front of the server. */
export const isLostAnswer = (error: unknown): boolean => error instanceof NoAnswer || isOfProxy(error);

/** The text for a person: the server's own message where there is one. What stands in front of it has none for people. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) {
    return isOfProxy(error) ? noAnswerText(error.isKept) : (error.body?.message ?? error.message);
  }
  return error instanceof Error ? error.message : String(error);
}

/** What a person is told in place of a default text: undefined where the server's answer has no message. */
export function messageOf(error: unknown): string | undefined {
  if (error instanceof ApiError && !isOfProxy(error)) return error.body?.message || undefined;
  return errorText(error) || undefined;
}

/** The server would not do it, and says why. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.body !== undefined && error.status < 500;

/** As `isRefusal`, for one reason. */
export const isRefusedAs = (error: unknown, code: string): boolean =>
  error instanceof ApiError && error.body?.error === code;

/** True when the command may have been applied although no success was answered. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 408 || error.status === 429;
  return error instanceof NoAnswer || error instanceof UnreadableAnswer;
}

/** The server, or what stands before it, turned this sending away; of those before it that says nothing. */
export const isOverLimit = (error: unknown): boolean => error instanceof ApiError && error.status === 429;

/** The server found that nobody is signed in (any more), and did nothing. */
export const isOfNobody = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** The server found that another account is signed in than the one that this page shows, and did nothing. */
export function isOfAnotherAccount(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403 && OTHER_ACCOUNT.has(error.body?.error ?? '');
}

const OTHER_ACCOUNT = new Set(['WalletHeaderMismatch', 'WalletHeaderMissing']);

/** What stands in front of the server refuses with a page: "<title>413 Request Entity Too Large</title>". */
function wordsOf(text: string): string {
  if (!text.trimStart().startsWith('<')) return text;
  const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? '';
  return title.replace(/^\s*\d{3}\b[\s:-]*/, '').trim() || 'Refused on its way to the server';
}

function parseBody(text: string): ErrorResponse | undefined {
  try {
    const parsed = errorResponse.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
