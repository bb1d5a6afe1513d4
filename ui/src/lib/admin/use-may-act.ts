import { useQuery } from '../api/use-query.ts';
import { sessionQuery } from '../session/session.ts';

/**
 * Whether the session may do what its lists offer: an auditor reads them, and finds nothing to press. The server
 * refuses it either way.
 */
export function useMayAct(): boolean {
  return useQuery(sessionQuery).data?.session?.role !== 'auditor';
}
