import { useSyncExternalStore } from 'react';

/**
 * What is known by now, and in the first drawing of a page that the server sent drawn what that one was drawn with: React
 * compares the two, and draws once more at once where they differ.
 * @param sent gives the same each time: React asks more than once
 */
export const useAsSent = <Value>(now: () => Value, sent: () => Value): Value =>
  useSyncExternalStore(never, now, sent);

/** A change is seen with the next drawing, which has another cause. */
const never = () => () => {};
