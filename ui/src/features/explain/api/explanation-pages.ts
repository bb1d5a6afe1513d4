import { infiniteQueryOptions } from '@tanstack/react-query';
import { explainFigure, type Figure } from '../../../../../contracts/api/ledger.ts';
import { api } from '../../../lib/api/api.ts';

const PAGE_SIZE = '25';

/** The events that make a figure, newest first, a page at a time. */
export const explanationPages = (figure: Figure) =>
  infiniteQueryOptions({
    queryKey: [explainFigure.path, figure],
    queryFn: ({ pageParam, signal }) =>
      api.call(explainFigure, {
        request: { figure, limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

function firstPage(): string | null {
  return null;
}
