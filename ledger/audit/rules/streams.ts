import { accessLogEvents } from '../../../contracts/events/access-log.ts';
import { accountEvents } from '../../../contracts/events/account.ts';
import { adminEvents } from '../../../contracts/events/admins.ts';
import { fenceEvents } from '../../../contracts/events/fence.ts';
import { parseStream, SINGLE_STREAMS, type StreamCategory } from '../../../contracts/events/ledger-event.ts';
import { massActEvents } from '../../../contracts/events/mass-acts.ts';
import { playlistEvents } from '../../../contracts/events/playlist.ts';
import { raffleEvents } from '../../../contracts/events/raffle.ts';
import { raffleSeedEvents } from '../../../contracts/events/raffle-seeds.ts';
import { reservationEvents } from '../../../contracts/events/reservation.ts';
import { rewardDayEvents, rewardRequestEvents } from '../../../contracts/events/rewards-by-hand.ts';
import { sealEvents } from '../../../contracts/events/seals.ts';
import { UUID } from '../../proof/audit/exported-event.ts';
import { programsActFault } from './programs-acts.ts';
import { named, type Rule } from './rule.ts';
import { must } from './violation.ts';

const ONE_OF_MANY: Readonly<Record<StreamCategory, object>> = {
  account: accountEvents,
  wallet: reservationEvents,
  email: reservationEvents,
  username: reservationEvents,
  social: reservationEvents,
  raffle: raffleEvents,
  'access-log': accessLogEvents,
  'rewards-by-hand': rewardDayEvents,
  'reward-request': rewardRequestEvents,
};

const SINGLE: Readonly<Record<(typeof SINGLE_STREAMS)[number], object>> = {
  admins: adminEvents,
  'raffle-seeds': raffleSeedEvents,
  'mass-acts': massActEvents,
  playlist: playlistEvents,
  program: { ...raffleSeedEvents, ...massActEvents, ...playlistEvents, ...accessLogEvents },
  seals: sealEvents,
};

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
      const single = parsed ? undefined : SINGLE_STREAMS.find((name) => name === stream);
      must(
        parsed ? !BY_UUID.includes(parsed.category) || UUID.test(parsed.id) : single !== undefined,
        () => `${named(event)}: the ledger has no such stream`,
      );
      const types = parsed ? ONE_OF_MANY[parsed.category] : single && SINGLE[single];
      const isOfIt = types !== undefined && (Object.hasOwn(types, type) || Object.hasOwn(fenceEvents, type));
      must(isOfIt, () => `${named(event)}: such an event has no place in this stream`);
      const fault = programsActFault(event);
      must(fault === undefined, () => `${named(event)} ${fault}`);
      // A place that is taken from a late act is taken on whatever day it is.
      if (!parsed || !BY_DAY.includes(parsed.category) || type === 'RevisionTaken') return;
      const day = metadata.occurredAt.slice(0, 'yyyy-mm-dd'.length);
      must(parsed.id === day, () => `${named(event)} is of ${metadata.occurredAt}`);
    },
  };
}
