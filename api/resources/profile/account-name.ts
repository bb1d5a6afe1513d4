import type { NamedAccount } from '../../../contracts/messages.ts';
import { defaultUsername } from '../../../contracts/username.ts';
import { readAccount } from '../../../ledger/accounts/read-account.ts';
import type { AccountState } from '../../../ledger/accounts/state.ts';
import type { CommandHandler } from '../../../ledger/handle-command.ts';

/**
 * What people tell an account by, as the ledger has it now.
 * @throws LedgerUnavailable
 */
export async function nameOfAccount(handler: CommandHandler, userId: string): Promise<NamedAccount> {
  return nameIn(await readAccount(handler, userId), userId);
}

/** The same of an account that was read. */
export function nameIn(
  { username, walletAddress }: Pick<AccountState, 'username' | 'walletAddress'>,
  userId: string,
): NamedAccount {
  return { username: username ?? defaultUsername(userId), walletAddress: walletAddress ?? null };
}
