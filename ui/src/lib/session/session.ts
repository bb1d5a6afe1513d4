import { queryOptions } from '@tanstack/react-query';
import { getSession } from '../../../../contracts/api/wallet.ts';
import { api, SESSION_KEY, type SessionAnswer } from '../api/api.ts';
import { errorText } from '../api/api-error.ts';
import { useQuery } from '../api/use-query.ts';

export type Session = NonNullable<SessionAnswer['session']>;

export const sessionQuery = queryOptions<SessionAnswer>({
  queryKey: SESSION_KEY,
  queryFn: ({ signal }) => api.call(getSession, { signal }),
});

export type SessionState =
  | { readonly status: 'checking' }
  | { readonly status: 'signedOut' }
  | { readonly status: 'signedIn'; readonly session: Session }
  | {
      readonly status: 'unknown';
      /** Why, for a person. */
      readonly fault: string;
      readonly retry: () => void;
    };

/** Who the server says is signed in. The cookie is the only authority; the browser's storage is never asked. */
export function useSession(): SessionState {
  const { data, error, isFetching, refetch } = useQuery(sessionQuery);
  if (data) return data.session ? { status: 'signedIn', session: data.session } : { status: 'signedOut' };
  if (error && !isFetching)
    return { status: 'unknown', fault: errorText(error), retry: () => void refetch() };
  return { status: 'checking' };
}
