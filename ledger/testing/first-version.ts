import type { CommandContext } from '../command-context.ts';
import type { EventStore } from '../event-store.ts';
import { createCommandHandler } from '../handle-command.ts';
import { PROGRAM_STREAM, type ProgramEvent, program } from '../program/program.ts';
import { testContext } from './start-ledger.ts';

/** A release of the first version beside this one: what it decided goes to the one stream `program`. */
export function firstVersion(store: EventStore) {
  const handler = createCommandHandler(store);
  const decider = { ...program, decide: (events: readonly ProgramEvent[]) => events };
  return {
    writes: (
      events: readonly ProgramEvent[],
      { input = {}, ...more }: Partial<CommandContext> & { readonly input?: object } = {},
    ) => handler.handle({ ...testContext(more), stream: PROGRAM_STREAM, decider, command: events, input }),
  };
}
