import { useCallback, useEffect, useRef } from 'react';

/** Tells whether the component is still there, to what ends when it may be gone. */
export function useIsThere(): () => boolean {
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return useCallback(() => isThere.current, []);
}

/**
 * Makes of a function one that does nothing once the component is gone. The answer to an act may come after its dialog
 * was given up: it must not close the one that stands in its place by then.
 */
export function useWhileThere(): (act: () => void) => () => void {
  const isThere = useIsThere();
  return useCallback(
    (act) => () => {
      if (isThere()) act();
    },
    [isThere],
  );
}
