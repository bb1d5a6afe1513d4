import { lowerCase } from '../../../../../contracts/wallet-address-text.ts';
import { adminWalletsQuery } from '../../../lib/admin/admin-queries.ts';
import type { AdminRights } from '../../../lib/admin/admin-rights.ts';
import { useLiveState } from '../../../lib/admin/live-state.ts';
import { ApiError, errorText } from '../../../lib/api/api-error.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { type Session, sessionQuery } from '../../../lib/session/session.ts';

export type AdminAccess =
  | { readonly status: 'checking' }
  | { readonly status: 'signedOut' }
  | {
      readonly status: 'denied';
      readonly wallet: string | undefined;
      /** Why it could not be checked, where that is the reason. */
      readonly fault: string | undefined;
      readonly retry: () => void;
    }
  | { readonly status: 'granted'; readonly session: Session; readonly rights: AdminRights };

/** A wallet that is not an admin yet looks again this often, so that being added lets it in at once. */
const LOOK_AGAIN_MS = 3_000;

/**
 * Whether the session's wallet is an admin: listed as active by `admin-wallets`, or an auditor, whom that list answers. The server's role of the session is
 * asked first, so that opening the page without rights is no attempt to use them. A check that fails denies access.
 */
export function useAdminAccess(): AdminAccess {
  const session = useQuery({
    ...sessionQuery,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.session?.role === 'user' ? LOOK_AGAIN_MS : false),
  });
  const signedIn = session.data?.session ?? undefined;
  const mayAsk = signedIn !== undefined && signedIn.role !== 'user';
  const wallets = useQuery({ ...adminWalletsQuery, enabled: mayAsk });

  const { removed } = useLiveState();
  const denied = (fault: Error | null, retry: () => unknown): Extract<AdminAccess, { status: 'denied' }> => ({
    status: 'denied',
    wallet: signedIn?.walletAddress,
    fault: fault ? errorText(fault) : undefined,
    retry: () => void retry(),
  });

  if (!session.data) {
    return session.error && !session.isFetching
      ? denied(session.error, session.refetch)
      : { status: 'checking' };
  }
  if (!signedIn) {
    // Whoever removed it ended its session, too.
    if (removed !== undefined) return { ...denied(null, session.refetch), wallet: removed };
    return { status: 'signedOut' };
  }
  if (!mayAsk) return session.isFetchedAfterMount ? denied(null, session.refetch) : { status: 'checking' };
  if (isForbidden(wallets.error)) return denied(null, session.refetch);
  if (!wallets.data) {
    return wallets.error && !wallets.isFetching
      ? denied(wallets.error, wallets.refetch)
      : { status: 'checking' };
  }
  if (signedIn.role === 'auditor') return { status: 'granted', session: signedIn, rights: 'auditor' };
  const own = wallets.data.admins.find(
    ({ wallet_address, is_active }) =>
      is_active && lowerCase(wallet_address) === lowerCase(signedIn.walletAddress),
  );
  if (!own) return denied(null, session.refetch);
  return { status: 'granted', session: signedIn, rights: own.isOriginal ? 'superAdmin' : 'admin' };
}

const isForbidden = (error: Error | null): boolean => error instanceof ApiError && error.status === 403;
