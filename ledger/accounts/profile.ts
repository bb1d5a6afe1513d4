import type { AccountEvent } from '../../contracts/events/account.ts';
import type { ChangeUsername } from './commands.ts';
import { UsernameUnchanged } from './errors.ts';
import type { AccountState } from './state.ts';

/** The name was reserved for the account before; a name in another case is another name of the same owner. */
export function changeUsername({ username, use }: ChangeUsername, state: AccountState): AccountEvent[] {
  if (state.username === username) throw new UsernameUnchanged();
  return [{ type: 'UsernameChanged', data: { username, ...(use !== undefined && { use }) } }];
}
