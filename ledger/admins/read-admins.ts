import type { AdminEvent } from '../../contracts/events/admins.ts';
import { Deadline } from '../deadline.ts';
import type { EventStore } from '../event-store.ts';
import { ADMINS_STREAM, type AdminsState, admins } from './admins.ts';

/** Milliseconds for one look: it may stand before a command, which has a limit of its own. */
const TIME_LIMIT_MS = 1_000;

/**
 * Gives a reader of who is an admin as the ledger has it at the moment of asking, whichever process changed it. Each
 * call reads only what the stream has gained since the last.
 */
export function adminsReader(store: EventStore): () => Promise<AdminsState> {
  let known: { readonly state: AdminsState; readonly next: bigint } = {
    state: admins.initialState,
    next: 0n,
  };
  /** @throws LedgerUnavailable */
  return async () => {
    let read = known;
    await new Deadline(TIME_LIMIT_MS, TIME_LIMIT_MS / 2).read(async () => {
      // Of this attempt alone: one that was given up may still run beside it.
      let { state, next } = known;
      for await (const event of store.readStream(ADMINS_STREAM, next)) {
        // The stream holds admin events only.
        state = admins.evolve(state, event as unknown as AdminEvent);
        next = event.revision + 1n;
      }
      read = { state, next };
    });
    if (read.next > known.next) known = read;
    return read.state;
  };
}
