import { useState } from 'react';

/** The option of a list that Enter takes, as `aria-activedescendant` names it. */
export type ActiveOption = {
  /** Its place in the list; undefined for none. */
  readonly index: number | undefined;
  /** To the next one or the one before, around the ends; returns the place of that. */
  readonly step: (by: 1 | -1) => number;
  readonly set: (id: string) => void;
  /** Another text was typed: nobody has been chosen for it. */
  readonly reset: () => void;
};

/**
 * Which option is active in a list that is found anew while a person types. It is one option, not a place: where other
 * options come under it, Enter does not take a stranger. Without a choice it is the first one, as soon as that is an
 * answer to what is typed.
 * @param ids of the options, in their order
 * @param isAnswered whether the first of them answers the text as it is now, not the one before
 */
export function useActiveOption(ids: readonly string[], isAnswered: boolean): ActiveOption {
  const [chosen, setChosen] = useState<string>();
  const first = isAnswered && ids.length > 0 ? 0 : undefined;
  const at = chosen === undefined ? first : ids.indexOf(chosen);
  const index = at === -1 ? undefined : at;
  return {
    index,
    step: (by) => {
      const from = index ?? (by === 1 ? -1 : 0);
      const next = (from + by + ids.length) % ids.length;
      setChosen(ids[next]);
      return next;
    },
    set: setChosen,
    reset: () => setChosen(undefined),
  };
}

/** Which way an arrow key goes in a list; undefined for every other key. */
export const stepOf = (key: string): 1 | -1 | undefined =>
  key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : undefined;
