import { sessionTexts } from '../../../../contracts/shell-messages.ts';
import { setRemoved } from '../admin/live-state.ts';
import { ledgerSync, queryClient, SESSION_KEY, type SessionAnswer } from '../api/api.ts';
import { DRY_RUN } from '../api/dry-run.ts';
import { forgetDrafts, forgetDraftsOfOthers, forgetPersonalDrafts } from '../draft/drafts.ts';
import { forgetSent } from '../draft/forget-sent.ts';
import { onReturn } from '../on-return.ts';
import { forgetReferrer } from '../referral/referrer.ts';
import { forgetSignIn, rememberSignIn, type SignedInWallet } from '../storage/browser-storage.ts';
import { openChannel } from '../storage/open-channel.ts';
import { sessionQuery } from './session.ts';
import { showSessionNotice } from './session-notice.ts';

/** Whose account the page shows: null for nobody's, undefined before the server has said. */
let shown: string | null | undefined;

const tabs = openChannel('session');

/**
 * After the server accepted a signature: whatever was cached for another account goes, the session is read.
 * @throws SignInNotKept, and what reading it throws
 */
export async function sessionBegan(wallet: SignedInWallet, walletId: string): Promise<void> {
  rememberSignIn(wallet, walletId);
  forgetReferrer();
  showSessionNotice(null);
  setRemoved(undefined);
  forgetDraftsOfOthers(wallet.walletAddress);
  shown = wallet.walletAddress;
  // An answer that is on its way may be from before the signature.
  await queryClient.cancelQueries({ queryKey: SESSION_KEY });
  try {
    // Once more where that answer is lost: who is signed in must not be told that it failed.
    const { session } = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0, retry: 1 });
    if (session === null) {
      // The page has taken it for a session that has ended.
      showSessionNotice(null);
      throw new SignInNotKept();
    }
  } finally {
    // Also where that answer is lost: the next one tells of no change, for the account counts as shown already.
    forgetAccountData();
    tabs?.postMessage(CHANGED);
  }
}

/** Nobody is signed in a moment after a sign-in: the browser has not kept its cookie, or another tab has ended it. */
class SignInNotKept extends Error {
  constructor() {
    super(sessionTexts.notKept);
    this.name = 'SignInNotKept';
  }
}

/** Whose session it is that the page shows, or is about to show after a sign-in; undefined for nobody's. */
export const accountOfSession = (): string | undefined => shown ?? undefined;

/** After a person ended the session here: nothing of the account stays on the page or in the browser. */
export function sessionEnded(): void {
  forgetDrafts();
  showSessionNotice(null);
  shown = null;
  // An answer that is on its way may be from before the end.
  void queryClient.cancelQueries({ queryKey: SESSION_KEY });
  queryClient.setQueryData<SessionAnswer>(SESSION_KEY, { session: null });
  forgetAccount();
  tabs?.postMessage(CHANGED);
}

/**
 * Asks the server who is signed in; what the page shows follows the answer. Also when a call was refused because of
 * it: that answer may be from before somebody signed in again.
 */
export function checkSession(): void {
  // The first answer is on its way, and nothing is shown that it could be another than.
  if (shown === undefined && queryClient.isFetching({ queryKey: SESSION_KEY }) > 0) return;
  void queryClient.refetchQueries({ queryKey: SESSION_KEY });
}

/** Follows the session for as long as the page lives, whoever changes it: this tab, another one, or the server. */
export function watchSession(): void {
  queryClient.getQueryCache().subscribe((event) => {
    const isAnswer = event.type === 'updated' && event.action.type === 'success';
    if (isAnswer && event.query.queryKey[0] === SESSION_KEY[0]) follow();
  });
  tabs?.addEventListener('message', ({ data }) => heard(data));
  // Where tabs cannot talk, or slept: whoever comes back to the page looks at the right account.
  onReturn(checkSession);
  window.addEventListener('pageshow', ({ persisted }) => persisted && broughtBack());
}

/** What an account had typed and sent is forgotten with its personal data, in all tabs; the others show what is left of them. */
export function personalDataErased(account: string): void {
  forgetPersonal(account);
  tabs?.postMessage({ erased: account });
}

function forgetPersonal(account: string): void {
  // One that was sent, and left before it was answered, is kept as if it were not.
  forgetPersonalDrafts(account);
  forgetSent();
}

const erasedElsewhere = new Set<(account: string) => void>();

/** For what shows personal data of an account that no query holds. @returns what ends the telling */
export function onErasedElsewhere(tell: (account: string) => void): () => void {
  erasedElsewhere.add(tell);
  return () => void erasedElsewhere.delete(tell);
}

function heard(message: unknown): void {
  const erased: unknown = Reflect.get(Object(message), 'erased');
  if (typeof erased === 'string') {
    forgetPersonal(erased);
    for (const tell of erasedElsewhere) tell(erased);
    askAgain();
  } else checkSession();
}

/** The browser shows the page as it was left, be it days ago, by whoever was signed in then. */
function broughtBack(): void {
  checkSession();
  askAgain();
}

/** For all that is shown, but for what an act that is about to be confirmed would do. */
function askAgain(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] && !queryKey.includes(DRY_RUN),
  });
}

/** Before anything is rendered: an answer for one account is never seen beside the name of another. */
function follow(): void {
  const answer = queryClient.getQueryData<SessionAnswer>(SESSION_KEY);
  if (!answer) return;
  const now = answer.session?.walletAddress ?? null;
  const before = shown;
  shown = now;
  if (now) forgetDraftsOfOthers(now);
  // Of nobody there is an act to wait for, and the ledger may be another one by now.
  else ledgerSync.forget();
  if (before === undefined || before === now) return;
  if (now) {
    setRemoved(undefined);
    ledgerSync.forget();
    forgetAccountData();
  } else forgetAccount();
  // What was typed stays for the same account to go on with.
  showSessionNotice(now ? { kind: 'changed', walletAddress: now } : { kind: 'ended' });
}

const CHANGED = 'changed';

function forgetAccount(): void {
  forgetSignIn();
  ledgerSync.forget();
  forgetAccountData();
}

/** What everybody is answered alike is of no account, and would be seen to go and come. */
function forgetAccountData(): void {
  queryClient.removeQueries({
    predicate: ({ queryKey, meta }) => queryKey[0] !== SESSION_KEY[0] && meta?.access !== 'public',
  });
}
