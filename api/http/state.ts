import type { DefaultState } from 'koa';
import type { Session } from '../auth/session.ts';

/** What the middleware leaves for the routes. */
export type AppState = DefaultState & {
  requestId: string;
  /** Set when the cookie names a living session. */
  session?: Session;
  /** Whether the call does something, and neither asks nor tries what it would do. */
  isCommand?: boolean;
};
