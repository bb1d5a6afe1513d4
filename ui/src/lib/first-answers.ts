import type { FirstAnswers } from '../../../contracts/painted-pages.ts';
import { queryClient, SESSION_KEY, type SessionAnswer } from './api/api.ts';
import { sentAnswers } from './api/sent-answers.ts';
import { networkQuery } from './network/network-query.ts';

/**
 * Draws the page with what the server knew as it sent it. The browser may show a page from its cache, so each of
 * these is asked for again as soon as it is used, and what the server says then counts.
 */
export function takeFirstAnswers({ session, network }: FirstAnswers): void {
  const ofNobody: SessionAnswer = { session: null };
  for (const client of [queryClient, sentAnswers]) {
    if (session === null) client.setQueryData<SessionAnswer>(SESSION_KEY, ofNobody);
    client.setQueryData(networkQuery.queryKey, network);
    for (const queryKey of [SESSION_KEY, networkQuery.queryKey]) {
      void client.invalidateQueries({ queryKey, refetchType: 'none' });
    }
  }
}
