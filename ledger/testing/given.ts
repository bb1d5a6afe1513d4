import { expect } from 'vitest';
import type { Decider } from '../decider.ts';
import type { DomainError } from '../domain-error.ts';

/** `given(events).when(command).then(events)` and `.fails(Error)` for one decider. */
export function givenFor<State, Command, Event>(decider: Decider<State, Command, Event>) {
  return (...past: Event[]) => {
    const state = past.reduce(decider.evolve, decider.initialState);
    return {
      when: (command: Command) => ({
        then: (...expected: Event[]) => {
          expect(decider.decide(command, state)).toEqual(expected);
        },
        fails: (refusal: new (...args: never[]) => DomainError) => {
          expect(() => decider.decide(command, state)).toThrow(refusal);
        },
      }),
    };
  };
}
