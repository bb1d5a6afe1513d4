import type { BeaconRule } from '../../contracts/events/raffle.ts';
import { raffleIdOf } from '../../ledger/proof/raffle-id.ts';
import type { RecordedEvent } from '../read-models/read-model.ts';
import type { Row } from './simple-fold.ts';

/** What the read model of the raffles must hold: by number, and each winner by raffle and place. */
export function simpleRaffles(
  events: readonly RecordedEvent[],
): Record<'seeds' | 'raffles' | 'winners' | 'raffleEvents', Row[]> {
  const seeds: Row[] = [];
  const raffles = new Map<string, (string | null)[]>();
  const beacons = new Map<string, BeaconRule>();
  /** By raffle: chain hash, round, when it is due, block. */
  const named = new Map<string, (string | null)[]>();
  const winners = new Map<string, (string | null)[]>();
  const raffleEvents: Row[] = [];
  const keep = (
    id: string,
    { stream, revision, position, id: eventId, type, data, metadata }: RecordedEvent,
  ) =>
    raffleEvents.push([
      id,
      stream,
      String(revision),
      String(position.commit),
      String(position.prepare),
      JSON.stringify({ id: eventId, type, data, metadata }),
    ]);
  for (const event of events) {
    if (event.type === 'SeedCommitted') {
      seeds.push([event.stream, String(event.data.number), event.data.hash]);
      keep(raffleIdOf(event.data.number), event);
    }
    if (!/^raffle-(?!seeds$)/.test(event.stream)) continue;
    const id = event.stream.slice('raffle-'.length);
    keep(id, event);
    const raffle = raffles.get(id) ?? [];
    /** Stage, and what it adds. */
    const go = (stage: string, ...more: (string | null)[]) => {
      raffle[1] = stage;
      raffle.push(...more);
    };
    switch (event.type) {
      case 'RaffleCommitted': {
        const { number, mode, amounts, beacon } = event.data;
        if (beacon) beacons.set(id, beacon);
        named.set(id, [beacon?.chainHash ?? null, null, null, null]);
        raffle.push(id, null, String(number), mode, amounts.join(), event.metadata.occurredAt);
        raffles.set(id, raffle);
        go('committed');
        break;
      }
      case 'EntriesFrozen': {
        const { root, beacon, block } = event.data;
        go(beacon ? 'awaiting_beacon' : 'frozen', root);
        const { chainHash, genesis, period } = beacons.get(id) ?? {};
        const due = beacon && genesis && period && (genesis + (beacon.round - 1) * period) * 1_000;
        named.set(id, [
          chainHash ?? null,
          beacon ? String(beacon.round) : null,
          due === undefined ? null : new Date(due).toISOString(),
          block ?? null,
        ]);
        break;
      }
      case 'RaffleDrawn':
        go('drawn', event.metadata.occurredAt);
        for (const { place, userId, username, walletAddress } of event.data.winners) {
          const prize = (raffle[4] ?? '').split(',')[place - 1] ?? null;
          const who = [userId, username.replaceAll('\0', '\u{fffd}'), walletAddress];
          winners.set(`${id} ${place}`, [id, String(place), ...who, prize, 'open']);
        }
        break;
      case 'PrizePaid':
        winners.get(`${id} ${event.data.place}`)?.splice(6, 1, 'paid');
        break;
      case 'PrizeSkipped':
        winners.get(`${id} ${event.data.place}`)?.splice(6, 1, event.data.reason);
        break;
      case 'RaffleCompleted':
        go('completed');
        break;
      case 'RaffleFailed':
        while (raffle.length < 8) raffle.push(null);
        go('failed', event.data.reason.replaceAll('\0', '\u{fffd}'));
        break;
    }
  }
  const whole = ([id, row]: [string, (string | null)[]]) => [
    ...Array.from({ length: 9 }, (_, column) => row[column] ?? null),
    ...(named.get(id) ?? []),
  ];
  return { seeds, raffles: [...raffles].map(whole), winners: [...winners.values()], raffleEvents };
}
