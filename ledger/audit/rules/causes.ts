import { formatPosition, type LedgerPosition, parsePosition } from '../../../contracts/ledger-position.ts';
import { AscendingPositions } from './ascending-positions.ts';
import { named, type Rule } from './rule.ts';
import { must } from './violation.ts';

/** Whether an event that was told stands at that place of the ledger. */
export type Stands = (position: LedgerPosition) => boolean;

/** What a process did names the event that it acted on: one that stands in the ledger, before it. */
export function causes(): Rule & { readonly stands: Stands } {
  /** Of events whose two numbers are one, as the program's stores have it. */
  const positions = new AscendingPositions();
  /** Of all others, as texts. */
  const others = new Set<string>();
  const has = ({ commit, prepare }: LedgerPosition) => {
    // What is eligible at a position is compared with both.
    if (prepare !== commit) return others.has(formatPosition({ commit, prepare }));
    return positions.has(commit);
  };
  return {
    name: 'causes',
    stands: has,
    add(event) {
      const { cause, actor } = event.metadata;
      if (cause) {
        must(actor.kind !== 'user', () => `${named(event)} was done by a user, and names what caused it`);
        const position = parsePosition(cause.position);
        must(
          position !== undefined && has(position),
          () =>
            `${named(event)} says that it was caused at ${cause.position}, where no event before it stands`,
        );
      }
      const { commit, prepare } = event.position;
      if (prepare !== commit) {
        others.add(formatPosition(event.position));
        return;
      }
      positions.add(commit);
    },
  };
}
