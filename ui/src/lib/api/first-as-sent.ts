import { type QueryKey, type QueryState, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAsSent } from '../use-as-sent.ts';
import { sentAnswers } from './sent-answers.ts';

/** What is not there counts as being fetched before it is. */
export const AS_IF_ASKED = { _optimisticResults: 'optimistic' } as const;

let wasSentDrawn = false;

/** Call before a page that was sent drawn is taken over. */
export function beginAsSent(): void {
  wasSentDrawn = true;
}

/**
 * A page that was sent drawn is taken over panel by panel, and an answer that has come before a panel's turn is not in the
 * drawing that React compares with that panel. So its first drawing here is of what the server sent, and the next one,
 * which follows at once, of what is known by then.
 * @param sent makes the result of a query of `sentAnswers`
 */
export function useFirstAsSent<Result>(key: QueryKey, live: Result, sent: () => Result): Result {
  const client = useQueryClient();
  const [first] = useState<{ result?: Result }>({});
  return useAsSent(
    () => live,
    () => {
      const isAlike = isAsSent(client.getQueryState(key), sentAnswers.getQueryState(key));
      if (!wasSentDrawn || isAlike) return live;
      // The same each time: React asks more than once.
      first.result ??= sent();
      return first.result;
    },
  );
}

/** Then the drawing of what is known by now is the one that was sent, and one is enough. */
function isAsSent(now: QueryState | undefined, sent: QueryState | undefined): boolean {
  if (!now) return !sent;
  return now.fetchStatus === 'idle' && now.status === (sent?.status ?? 'pending') && now.data === sent?.data;
}
