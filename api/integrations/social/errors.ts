/** The platform gave no answer that can be used: no connection, too slow, a fault of its own, or another form. */
export class PlatformUnavailable extends Error {
  /** When to ask again; undefined when only trying can tell. */
  readonly retryAt: Date | undefined;
  constructor(reason: string, more: { readonly retryAt?: Date; readonly cause?: unknown } = {}) {
    super(`the platform cannot be asked: ${reason}`, { cause: more.cause });
    this.name = 'PlatformUnavailable';
    this.retryAt = more.retryAt;
  }
}

/** A limit of the platform's or of our own daily budget is used up. */
export class PlatformLimited extends Error {
  readonly retryAt: Date;
  constructor(retryAt: Date) {
    super(`the platform may be asked again at ${retryAt.toISOString()}`);
    this.name = 'PlatformLimited';
    this.retryAt = retryAt;
  }
}

/** The platform understood and said no: a token that was withdrawn, a right that is missing, a code used before. */
export class PlatformRefused extends Error {
  readonly status: number;
  /** The platform's own code for it, such as `invalid_grant`. */
  readonly reason: string;
  constructor(status: number, reason: string) {
    super(`the platform refused with ${status}: ${reason}`);
    this.name = 'PlatformRefused';
    this.status = status;
    this.reason = reason;
  }
}

/** In the place of a platform's code, where it gave none. */
export const NO_REASON = 'no reason given';
/** A code of our own: the user did not give the right that was asked for. */
export const SCOPE_MISSING = 'scope missing';
