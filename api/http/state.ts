import type { DefaultState } from 'koa';
import type { Session } from '../auth/session.ts';

/** What the middleware leaves for the routes. */
export type AppState = DefaultState & {
  requestId: string;
  /** Set by `findSession` when the cookie names a living session. */
  session?: Session;
  /** For when all of the request has come and nothing more is waited for: a session that has ended until then is none. */
  findSession: () => Promise<void>;
  /** Whether the call does something, and neither asks nor tries what it would do. */
  isCommand?: boolean;
  /** Whether a command has been begun, so that it may be done whatever becomes of its answer. */
  isBegun?: boolean;
};
