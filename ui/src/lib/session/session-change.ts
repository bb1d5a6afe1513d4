import { getNetwork } from '../../../../contracts/api/network.ts';
import { ledgerSync, queryClient, SESSION_KEY, type SessionAnswer } from '../api/api.ts';
import { forgetReferrer } from '../referral/referrer.ts';
import { forgetSignIn, rememberSignIn, type SignedInWallet } from '../storage/browser-storage.ts';
import { sessionQuery } from './session.ts';

/** After the server accepted a signature: whatever was cached for another account goes, the session is read. */
export async function sessionBegan(wallet: SignedInWallet, walletId: string): Promise<void> {
  rememberSignIn(wallet, walletId);
  forgetReferrer();
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  forgetAccountData();
}

/** After the session ended: nothing of the account stays on the page or in the browser. */
export function sessionEnded(): void {
  forgetSignIn();
  ledgerSync.forget();
  queryClient.setQueryData<SessionAnswer>(SESSION_KEY, { session: null });
  forgetAccountData();
}

const PUBLIC = new Set<string>([SESSION_KEY[0], getNetwork.path]);

function forgetAccountData(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => !PUBLIC.has(String(queryKey[0])) });
}
