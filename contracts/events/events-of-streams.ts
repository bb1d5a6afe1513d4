import { accessLogEvents } from './access-log.ts';
import { accountEvents } from './account.ts';
import { adminEvents } from './admins.ts';
import { fenceEvents } from './fence.ts';
import { parseStream, SINGLE_STREAMS, type StreamCategory } from './ledger-event.ts';
import { massActEvents } from './mass-acts.ts';
import { playlistEvents } from './playlist.ts';
import { raffleEvents } from './raffle.ts';
import { raffleSeedEvents } from './raffle-seeds.ts';
import { reservationEvents } from './reservation.ts';
import { rewardDayEvents, rewardRequestEvents } from './rewards-by-hand.ts';
import { sealEvents } from './seals.ts';

/** A category of streams, or a stream of which there is one. */
type StreamKind = StreamCategory | (typeof SINGLE_STREAMS)[number];

const EVENTS: Readonly<Record<StreamKind, object>> = {
  account: accountEvents,
  wallet: reservationEvents,
  email: reservationEvents,
  username: reservationEvents,
  social: reservationEvents,
  raffle: raffleEvents,
  'access-log': accessLogEvents,
  'rewards-by-hand': rewardDayEvents,
  'reward-request': rewardRequestEvents,
  admins: adminEvents,
  'raffle-seeds': raffleSeedEvents,
  'mass-acts': massActEvents,
  playlist: playlistEvents,
  program: { ...raffleSeedEvents, ...massActEvents, ...playlistEvents, ...accessLogEvents },
  seals: sealEvents,
};

/** Undefined for a stream that is not the ledger's. */
export function kindOfStream(stream: string): StreamKind | undefined {
  return parseStream(stream)?.category ?? SINGLE_STREAMS.find((name) => name === stream);
}

/** Whether events of the type have a place in streams of the kind. */
export function mayHold(kind: StreamKind, type: string): boolean {
  return Object.hasOwn(EVENTS[kind], type) || Object.hasOwn(fenceEvents, type);
}
