import type { Pool } from 'pg';
import { parseStream } from '../../contracts/events/ledger-event.ts';
import { readKnownAccount } from '../../ledger/accounts/read-account.ts';
import type { CommandHandler } from '../../ledger/handle-command.ts';
import type { Process } from '../../ledger/processes/process.ts';
import { closeSessionsOfWallet } from '../auth/session.ts';

/**
 * Ends the sessions of an account once its removal stands in the ledger, whoever died in between. Who was let in again
 * since keeps theirs.
 */
export function endSessions(pool: Pool, handler: CommandHandler): Process {
  return {
    name: 'sessions',
    laneOf: ({ stream, type }) => (type === 'AccountRemoved' ? stream : undefined),
    async handle({ stream: name, revision }) {
      const stream = parseStream(name);
      if (stream?.category !== 'account') return;
      const { state } = await readKnownAccount(handler, { userId: stream.id, revision });
      if (state.removed && state.walletAddress !== undefined) {
        await closeSessionsOfWallet(pool, state.walletAddress);
      }
    },
  };
}
