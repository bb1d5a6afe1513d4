import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';

/**
 * As `useSearchParams`, for a part of a page that changes its address at the end of something long: whoever has gone
 * elsewhere by then stays there. Once the part is gone, setting does nothing.
 */
export function useOwnAddress(): ReturnType<typeof useSearchParams> {
  const [query, setQuery] = useSearchParams();
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const set = useCallback<typeof setQuery>(
    (...next) => {
      if (isThere.current) setQuery(...next);
    },
    [setQuery],
  );
  return [query, set];
}
