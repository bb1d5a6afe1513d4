import { kindOfStream, mayHold } from '../../../contracts/events/events-of-streams.ts';
import { parseStream } from '../../../contracts/events/ledger-event.ts';
import { UUID } from '../../proof/audit/exported-event.ts';
import { programsActFault } from './programs-acts.ts';
import { named, type Rule } from './rule.ts';
import { must } from './violation.ts';

/** Streams whose ids are days, and say when their events were decided. */
const BY_DAY: readonly string[] = ['access-log', 'rewards-by-hand'];

/** Streams whose ids the program makes, and whose events name them elsewhere: in one writing, or one would have two. */
const BY_UUID: readonly string[] = ['account', 'raffle', 'reward-request'];

/** Each stream holds events of its own kind only, what only the program does by nobody else; one that is named for a day holds that day's. */
export function streams(): Rule {
  return {
    name: 'streams',
    add(event) {
      const { stream, type, metadata } = event;
      const parsed = parseStream(stream);
      const kind = kindOfStream(stream);
      must(
        kind !== undefined && (!parsed || !BY_UUID.includes(parsed.category) || UUID.test(parsed.id)),
        () => `${named(event)}: the ledger has no such stream`,
      );
      must(mayHold(kind, type), () => `${named(event)}: such an event has no place in this stream`);
      const fault = programsActFault(event);
      must(fault === undefined, () => `${named(event)} ${fault}`);
      // A place that is taken from a late act is taken on whatever day it is.
      if (!parsed || !BY_DAY.includes(parsed.category) || type === 'RevisionTaken') return;
      const day = metadata.occurredAt.slice(0, 'yyyy-mm-dd'.length);
      must(parsed.id === day, () => `${named(event)} is of ${metadata.occurredAt}`);
    },
  };
}
