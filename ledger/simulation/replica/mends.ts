import type { Authorize } from '../../authorize.ts';
import type { EnvelopedEvent } from '../../envelope.ts';
import type { EventStore } from '../../event-store.ts';
import type { CommandHandler } from '../../handle-command.ts';
import type { OpenAppend } from '../../take-revision.ts';

/**
 * Where a run may put something broken in the place of a part, to show that it would be found. Made anew for each
 * start of a replica, since what it remembers is in that one's memory.
 */
export type Mends = {
  readonly store: (store: EventStore) => EventStore;
  readonly handler: (handler: CommandHandler, store: EventStore) => CommandHandler;
  readonly authorize: (authorize: Authorize) => Authorize;
  /** Of an act beside which there is no other; the second would let it be one of many. */
  readonly alone: (authorize: Authorize, amongOthers: Authorize) => Authorize;
  /** Of the giving of a right, and of the removal of an account, which rest on each other; the second looks at nothing. */
  readonly sparing: (authorize: Authorize, regardless: Authorize) => Authorize;
  readonly close: (close: CloseAct) => CloseAct;
  /** What the store tells events apart by; `index` is the event's place in its append. */
  readonly identityOf: (event: Pick<EnvelopedEvent, 'id' | 'metadata'>, index: number) => string;
};

/** Makes sure that an append has landed or never will. */
type CloseAct = (act: OpenAppend) => Promise<void>;

/** The program as it is. */
export const asItIs: Mends = {
  store: (store) => store,
  handler: (handler) => handler,
  authorize: (authorize) => authorize,
  alone: (authorize) => authorize,
  sparing: (authorize) => authorize,
  close: (close) => close,
  identityOf: ({ id }) => id,
};
