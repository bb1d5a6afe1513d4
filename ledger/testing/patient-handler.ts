import type { EventStore } from '../event-store.ts';
import { type CommandHandler, createCommandHandler } from '../handle-command.ts';

/** One that waits longer than a person would: of many commands at once the last takes its time on a busy machine. */
export const patientHandler = (store: EventStore): CommandHandler =>
  createCommandHandler(store, { timeLimit: 60_000 });
