import type { Authorize } from '../../authorize.ts';
import type { EventStore } from '../../event-store.ts';
import type { CommandHandler } from '../../handle-command.ts';
import type { Process } from '../../processes/process.ts';
import type { OpenAppend } from '../../take-revision.ts';

/**
 * What the program is made of, where the simulation may put an older or a broken one in its place to show that it
 * would be found.
 */
export type Mends = {
  readonly store: (store: EventStore) => EventStore;
  readonly handler: (handler: CommandHandler, store: EventStore) => CommandHandler;
  readonly authorize: (authorize: Authorize) => Authorize;
  readonly close: (close: (act: OpenAppend) => Promise<void>) => (act: OpenAppend) => Promise<void>;
  readonly process: (process: Process) => Process;
};

/** The program as it is. */
export const asItIs: Mends = {
  store: (store) => store,
  handler: (handler) => handler,
  authorize: (authorize) => authorize,
  close: (close) => close,
  process: (process) => process,
};
