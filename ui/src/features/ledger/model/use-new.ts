import { useEffect, useRef } from 'react';

/** Takes each value once, as it comes. */
export function useNew<Value>(value: Value | undefined, take: (value: Value) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (value !== undefined) latest.current(value);
  }, [value]);
}
