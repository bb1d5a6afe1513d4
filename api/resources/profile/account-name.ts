import type { NamedAccount } from '../../../contracts/messages.ts';
import { defaultUsername } from '../../../contracts/username.ts';
import { readAccount } from '../../../ledger/accounts/read-account.ts';
import type { CommandHandler } from '../../../ledger/handle-command.ts';

/**
 * What people tell an account by, as the ledger has it now.
 * @throws LedgerUnavailable
 */
export async function nameOfAccount(handler: CommandHandler, userId: string): Promise<NamedAccount> {
  const { username, walletAddress } = await readAccount(handler, userId);
  return { username: username ?? defaultUsername(userId), walletAddress: walletAddress ?? null };
}
