import { NORMAL_FORM } from '../../../contracts/money.ts';
import { withRoom } from '../../proof/audit/stream-numbers.ts';
import { type AuditedEvent, named, type Rule } from './rule.ts';

import { must } from './violation.ts';

/** Whose first form has single amounts in the place of sums, and is held to less than the second. */
const MOVES: readonly AuditedEvent['type'][] = [
  'RewardGranted',
  'RewardsClaimed',
  'BalanceCleared',
  'RewardRevoked',
  'RewardsReset',
  'RewardsRestored',
];
/** Of which a stream may hold several. What moves EVO got its second form at once. */
const FORMS: readonly (readonly AuditedEvent['type'][])[] = [
  MOVES,
  ['UsernameChanged'],
  ['SocialConnected'],
  ['Released'],
];
/** Bits that are kept of a stream for each of these, and for all: how many forms were left behind, 3 at the most. */
const [BITS, ALL_BITS] = [2, 8];
const BIT_OF: ReadonlyMap<string, number> = new Map(
  FORMS.flatMap((types, n) => types.map((type) => [type, n * BITS] as const)),
);
const STREAMS_A_WORD = 32 / ALL_BITS;

/**
 * A stream in which a newer version of the program has written is left to no older one: that cannot read it. What is said
 * to be of the first version has amounts as those had. Of a stream it keeps a byte.
 */
export function forms(): Rule {
  let newest = new Uint32Array(32);
  return {
    name: 'schema',
    add(event, _, stream) {
      const bit = BIT_OF.get(event.type);
      if (bit === undefined) return;
      const left = event.metadata.schemaVersion - 1;
      const isFirstMove = left === 0 && MOVES.includes(event.type);
      must(!isFirstMove || hasFirstForm(event.data), () => `${named(event)} has amounts of a later version`);
      const word = Math.floor(stream / STREAMS_A_WORD);
      const at = (stream % STREAMS_A_WORD) * ALL_BITS + bit;
      newest = withRoom(newest, word, 1);
      const seen = newest[word] ?? 0;
      must(left >= ((seen >>> at) & 3), () => `${named(event)} has a form older than what stands before it`);
      newest[word] = (seen & ~(3 << at)) | (left << at);
    },
  };
}

function hasFirstForm(data: object): boolean {
  return Object.entries(data).every(
    ([name, value]) => !AMOUNTS.includes(name) || NORMAL_FORM.test(String(value)),
  );
}

const AMOUNTS: readonly string[] = ['amount', 'total', 'claimed'];
