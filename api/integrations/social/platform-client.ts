import { BrokenCircuitError, circuitBreaker, handleWhen } from 'cockatiel';
import * as z from 'zod/mini';
import { uncounted } from '../../../projector/time-to-answer.ts';
import type { Clock } from '../../http/clock.ts';
import { NO_REASON, PlatformLimited, PlatformRefused, PlatformUnavailable } from './errors.ts';
import { FailuresInARow } from './failures-in-a-row.ts';
import { givenUp } from './given-up.ts';
import { pauseOf } from './pause.ts';

type PlatformRequest = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Makes it a POST. */
  readonly form?: URLSearchParams;
  /** Makes it a POST, too. */
  readonly json?: Readonly<Record<string, unknown>>;
  /** Milliseconds for it, where they are not those of every call. */
  readonly timeout?: number;
};

/** Calls to one platform's servers. Tokens travel in headers and forms, never in an address. */
export type PlatformClient = {
  /**
   * The answer, as its schema gives it.
   * @throws PlatformUnavailable, PlatformLimited, PlatformRefused
   */
  call<Schema extends z.ZodMiniType>(
    schema: Schema,
    request: PlatformRequest,
    signal: AbortSignal,
  ): Promise<z.output<Schema>>;
};

type CallOutcome = 'answered' | 'unavailable' | 'limited' | 'refused';

export type PlatformClientOptions = {
  readonly clock: Clock;
  /** Told what came of each call, those apart that an open breaker held back. */
  readonly onOutcome?: (outcome: CallOutcome) => void;
  /** Takes one call from the day's budget. @throws PlatformLimited */
  readonly takeCall: () => Promise<void>;
  /** The platform's own codes for a limit that it does not answer with status 429. */
  readonly limitReasons?: readonly string[];
  /** Milliseconds for one call, its body included. */
  readonly timeout?: number;
  /** Bytes of the largest answer. */
  readonly maxBytes?: number;
  /** Whose call it is that is made now; each is somebody else's unless given. */
  readonly askedBy?: () => string;
  /** Failures in a row, not all of one who asked, after which the platform is left alone. */
  readonly failures?: number;
  /** Milliseconds for which it is left alone. */
  readonly pause?: number;
};

/** When a limit that names no end is tried again, in milliseconds. */
const UNNAMED_LIMIT_MS = 15 * 60_000;
const LONGEST_LIMIT_MS = 24 * 3_600_000;

export function createPlatformClient(options: PlatformClientOptions): PlatformClient {
  const { clock, takeCall, onOutcome, askedBy = Symbol, failures = 5, pause = 30_000 } = options;
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof PlatformUnavailable),
    { breaker: new FailuresInARow(failures, askedBy), halfOpenAfter: pauseOf(pause) },
  );
  return {
    async call(schema, request, signal) {
      // It would cost a call all the same, and count against the platform.
      if (signal.aborted) return givenUp(signal);
      const asking = breaker.execute(async () => {
        try {
          await takeCall();
          const answer = await uncounted(() => ask(schema, request, signal, options));
          onOutcome?.('answered');
          return answer;
        } catch (error) {
          const outcome = outcomeOf(error);
          if (outcome) onOutcome?.(outcome);
          throw error;
        }
      });
      try {
        // While one asker tries a platform that was left alone, the others wait for what comes of it.
        return await Promise.race([asking, givenUp(signal)]);
      } catch (error) {
        if (!(error instanceof BrokenCircuitError)) throw error;
        throw new PlatformUnavailable('it failed too often', { retryAt: new Date(clock() + pause) });
      }
    },
  };
}

function outcomeOf(error: unknown): CallOutcome | undefined {
  if (error instanceof PlatformUnavailable) return 'unavailable';
  if (error instanceof PlatformLimited) return 'limited';
  return error instanceof PlatformRefused ? 'refused' : undefined;
}

async function ask<Schema extends z.ZodMiniType>(
  schema: Schema,
  { url, headers, form, json, timeout }: PlatformRequest,
  signal: AbortSignal,
  { clock, limitReasons = [], timeout: usual = 5_000, maxBytes = 256 * 1024 }: PlatformClientOptions,
): Promise<z.output<Schema>> {
  const bound = AbortSignal.any([signal, AbortSignal.timeout(timeout ?? usual)]);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: form || json ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        ...(json && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(form && { body: form }),
      ...(json && { body: JSON.stringify(json) }),
      // A token must not follow to another place.
      redirect: 'error',
      signal: bound,
    });
    text = await readAtMost(response, maxBytes);
  } catch (cause) {
    if (cause instanceof PlatformUnavailable) throw cause;
    throw new PlatformUnavailable(bound.aborted ? 'no answer in time' : 'no connection', { cause });
  }
  if (response.status === 429) throw new PlatformLimited(endOfLimit(response.headers, clock()));
  if (response.status >= 500) throw new PlatformUnavailable(`status ${response.status}`);
  const body = parseJson(text);
  if (!response.ok) {
    const reason = reasonOf(body);
    if (limitReasons.includes(reason)) throw new PlatformLimited(new Date(clock() + UNNAMED_LIMIT_MS));
    throw new PlatformRefused(response.status, reason);
  }
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new PlatformUnavailable('an answer of another form');
  return parsed.data;
}

async function readAtMost(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (size > maxBytes) throw new PlatformUnavailable('an answer that is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Undefined when it is no JSON, which no schema accepts. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * X says it as an epoch second, others in seconds from now or as a date (RFC 9110, section 10.2.3). A moment counts from the
 * time at which the platform says it, whose clock may be another than ours; all are held within a day.
 */
function endOfLimit(headers: Headers, now: number): Date {
  const said = Date.parse(headers.get('date') ?? '');
  const from = Number.isNaN(said) ? now : said;
  const reset = Number(headers.get('x-rate-limit-reset') ?? Number.NaN) * 1_000 - from;
  const retryAfter = headers.get('retry-after') ?? '';
  const after = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - from;
  // What is no number is not more than nothing.
  const wait = [reset, after].find((milliseconds) => milliseconds > 0) ?? UNNAMED_LIMIT_MS;
  return new Date(now + Math.min(wait, LONGEST_LIMIT_MS));
}

/** OAuth's `{error}`, Google's `{error: {errors: [{reason}]}}`, Meta's and TikTok's `{error: {code}}`, X's `{title}`. */
const failure = z.object({
  error: z.optional(
    z.union([
      z.string(),
      z.object({
        code: z.optional(z.union([z.number(), z.string()])),
        errors: z.optional(z.array(z.object({ reason: z.optional(z.string()) }))),
      }),
    ]),
  ),
  title: z.optional(z.string()),
});

function reasonOf(body: unknown): string {
  const { error, title } = failure.safeParse(body).data ?? {};
  if (typeof error === 'string') return error.slice(0, 100);
  const reason = error?.errors?.[0]?.reason ?? (error?.code === undefined ? title : `code ${error.code}`);
  return (reason ?? NO_REASON).slice(0, 100);
}
