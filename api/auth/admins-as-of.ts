import type { AdminsAsOf } from '../../ledger/admins/admins.ts';
import { readAdmins } from '../../ledger/admins/read-admins.ts';
import type { Deadline } from '../../ledger/deadline.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import type { CommandHandler } from '../../ledger/handle-command.ts';
import { gatherAlike } from '../../projector/gather.ts';

/** Who has which right. @throws LedgerUnavailable */
export type ReadRights = (deadline?: Deadline) => Promise<AdminsAsOf>;

/**
 * Who has which right as the ledger has it at the moment of asking. Those who ask at the same time are told by one
 * reading, which began after each of them had asked: a right that was taken away before that is not seen any more.
 */
export function adminsAsOf(handler: CommandHandler): ReadRights {
  const read = gatherAlike(() => readAdmins(handler), {
    refusal: (reason) => new LedgerUnavailable(new Error(reason)),
  });
  return (deadline) => (deadline ? deadline.wait(read) : read());
}
