import type { AccountEvent } from '../../contracts/events/account.ts';
import type { ChangeUsername } from './commands.ts';
import { UsernameUnchanged } from './errors.ts';
import type { AccountState } from './state.ts';

/** The name was reserved for the account before; a name in another case is another name of the same owner. */
export function changeUsername(
  { username, use, likenessUse }: ChangeUsername,
  state: AccountState,
): AccountEvent[] {
  if (state.username === username) throw new UsernameUnchanged();
  const uses = { ...(use !== undefined && { use }), ...(likenessUse !== undefined && { likenessUse }) };
  return [{ type: 'UsernameChanged', data: { username, ...uses } }];
}
