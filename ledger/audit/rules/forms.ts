import { NORMAL_FORM } from '../../../contracts/money.ts';
import { withRoom } from '../../proof/audit/stream-numbers.ts';
import { type AuditedEvent, named, type Rule } from './rule.ts';

import { must } from './violation.ts';

/** Whose first form has single amounts in the place of sums, and is held to less than the second. */
const MOVES: ReadonlySet<string> = new Set<AuditedEvent['type']>([
  'RewardGranted',
  'RewardsClaimed',
  'BalanceCleared',
  'RewardRevoked',
  'RewardsReset',
  'RewardsRestored',
]);

/**
 * An account whose EVO a newer version of the program has moved is left to no older one: that cannot read the
 * stream. What is said to be of the first version has amounts as those had. Of a stream it keeps a bit.
 */
export function forms(): Rule {
  let newer = new Uint32Array(32);
  return {
    name: 'schema',
    add(event, _, stream) {
      if (!MOVES.has(event.type)) return;
      const isFirst = event.metadata.schemaVersion === 1;
      if (isFirst) must(hasFirstForm(event.data), () => `${named(event)} has amounts of a later version`);
      const [word, bit] = [stream >>> 5, 1 << (stream & 31)];
      newer = withRoom(newer, word, 1);
      const seen = newer[word] ?? 0;
      must(
        !isFirst || (seen & bit) === 0,
        () => `${named(event)} has a form older than what stands before it`,
      );
      if (!isFirst) newer[word] = seen | bit;
    },
  };
}

function hasFirstForm(data: object): boolean {
  return Object.entries(data).every(
    ([name, value]) => !AMOUNTS.includes(name) || NORMAL_FORM.test(String(value)),
  );
}

const AMOUNTS: readonly string[] = ['amount', 'total', 'claimed'];
