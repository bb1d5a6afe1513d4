import type * as z from 'zod/mini';

/**
 * One call of the API: the server validates with it, the client types itself with it, and the OpenAPI page is
 * generated from it.
 */
export type Endpoint<
  Request extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Response extends z.ZodMiniType = z.ZodMiniType,
> = {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** In router form: `/api/users/:walletAddress/username`. */
  readonly path: string;
  readonly summary: string;
  /** Who may call it. `session` and above answer 401 without a session, 403 without the right. */
  readonly access: 'public' | 'session' | 'admin' | 'superAdmin';
  /** A list for admins that an auditor may read, too. It names no mailbox then, and nothing else that is a person's. */
  readonly forAuditors?: true;
  /** The JSON body of a POST or PUT, the query parameters of a GET. */
  readonly request: Request;
  readonly response: Response;
  /**
   * True for calls that append events: they take an Idempotency-Key and answer X-Ledger-Position, and a session's
   * must name its wallet in x-wallet-address.
   */
  readonly command: boolean;
  /**
   * Where what is sent is a right by itself (a signature, a token of a mail): it counts whoever is signed in, and so does
   * its Idempotency-Key.
   */
  readonly carriesRight?: true;
  /** What the answer is when it is not JSON. */
  readonly produces?:
    | 'text/plain'
    | 'text/csv'
    | 'text/event-stream'
    | 'audio/*'
    | 'image/*'
    | 'application/octet-stream';
  /** What the body is when it is not JSON: the bytes of a file. */
  readonly consumes?: 'audio/*';
  /** Texts of the query that a call with a body needs. */
  readonly query?: readonly string[];
  /** Headers of its own that it understands, and what they say. They do not tell one act from another. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds that the answer may take, where it is not the usual time of a call. */
  readonly patienceMs?: number;
  /** Answers without a body of their own schema, by status: what they mean. */
  readonly also?: Readonly<Record<number, string>>;
  /** Statuses of failures beyond those that every call of its kind may have. */
  readonly refusals?: readonly (401 | 403 | 404 | 409 | 416)[];
  /** What the server says to who lacks the right, where it is not the usual text. */
  readonly refusal?: string;
};

/** Declares a call; the literal types of its parts are kept. */
export function endpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition;
}

export type RequestOf<E extends Endpoint> = E['request'] extends z.ZodMiniType
  ? z.input<E['request']>
  : undefined;
export type ResponseOf<E extends Endpoint> = z.infer<E['response']>;
