import { randomUUID } from 'node:crypto';
import { MOST_DENIED } from '../../contracts/constants.ts';
import type { AccessLogEvent } from '../../contracts/events/access-log.ts';
import { type Clock, timestamp } from '../http/clock.ts';

export type UnnotedCount = Extract<AccessLogEvent, { type: 'DenialsCounted' }>['data'] & {
  /** The same for as long as it was not recorded. */
  readonly commandId: string;
};

/** Refusals that were not noted one by one, counted until they are recorded. */
export type Unnoted = {
  add(wallet: string): void;
  /** What is to be recorded next, the same again until `recorded`; undefined when there is nothing. */
  taken(): UnnotedCount | undefined;
  recorded(): void;
};

/** Wallets that are told apart at once; wallets cost nothing, memory does. */
const TOLD_APART = 10_000;

export function createUnnoted(clock: Clock): Unnoted {
  let counts = new Map<string, number>();
  let others = 0;
  let from = 0;
  let waiting: UnnotedCount | undefined;
  return {
    add(wallet) {
      if (counts.size === 0) from = clock();
      const count = counts.get(wallet);
      if (count === undefined && counts.size >= TOLD_APART) others += 1;
      else counts.set(wallet, (count ?? 0) + 1);
    },
    taken() {
      if (waiting || counts.size === 0) return waiting;
      const ranked = [...counts].map(([wallet, count]) => ({ wallet, count }));
      ranked.sort((a, b) => b.count - a.count);
      waiting = {
        commandId: randomUUID(),
        from: timestamp(from),
        to: timestamp(clock()),
        count: ranked.reduce((sum, { count }) => sum + count, others),
        wallets: ranked.length,
        most: ranked.slice(0, MOST_DENIED),
      };
      counts = new Map();
      others = 0;
      return waiting;
    },
    recorded() {
      waiting = undefined;
    },
  };
}
