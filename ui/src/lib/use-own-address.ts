import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import { useIsThere } from './use-while-there.ts';

/**
 * As `useSearchParams`, for a part of a page that changes its address at the end of something long: whoever has gone
 * elsewhere by then stays there. Once the part is gone, setting does nothing.
 */
export function useOwnAddress(): ReturnType<typeof useSearchParams> {
  const [query, setQuery] = useSearchParams();
  const isThere = useIsThere();
  const set = useCallback<typeof setQuery>(
    (...next) => {
      if (isThere()) setQuery(...next);
    },
    [isThere, setQuery],
  );
  return [query, set];
}
