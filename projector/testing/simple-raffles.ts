import { raffleIdOf } from '../../ledger/proof/raffle-id.ts';
import type { RecordedEvent } from '../read-models/read-model.ts';
import type { Row } from './simple-fold.ts';

/** What the read model of the raffles must hold: by number, and each winner by raffle and place. */
export function simpleRaffles(
  events: readonly RecordedEvent[],
): Record<'seeds' | 'raffles' | 'winners' | 'raffleEvents', Row[]> {
  const seeds: Row[] = [];
  const raffles = new Map<string, (string | null)[]>();
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
    const at = String(event.position.commit);
    if (event.type === 'SeedCommitted') {
      seeds.push([String(event.data.number), event.data.hash, at]);
      keep(raffleIdOf(event.data.number), event);
    }
    if (!event.stream.startsWith('raffle-')) continue;
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
        const { number, mode, amounts, seedHash } = event.data;
        raffle.push(id, null, String(number), mode, amounts.join(), seedHash, event.metadata.occurredAt, at);
        raffles.set(id, raffle);
        go('committed');
        break;
      }
      case 'EntriesFrozen': {
        const { root, count, position } = event.data;
        go('frozen', root, String(count), position.replace(/^C:|\/.*$/g, ''), at);
        break;
      }
      case 'RaffleDrawn': {
        const { seed, algorithm, publicRandomness: block } = event.data;
        const when = event.metadata.occurredAt;
        go('drawn', seed, algorithm, block?.blockNumber ?? null, block?.blockHash ?? null, when, at);
        for (const won of event.data.winners) {
          const prize = (raffle[4] ?? '').split(',')[won.place - 1] ?? null;
          const who = [won.userId, won.username.replaceAll('\0', '\u{fffd}'), won.walletAddress];
          const [place, index] = [String(won.place), String(won.index)];
          winners.set(`${id} ${place}`, [
            id,
            place,
            index,
            won.entry,
            won.path.join(),
            ...who,
            prize,
            'open',
          ]);
        }
        break;
      }
      case 'PrizePaid':
        winners.get(`${id} ${event.data.place}`)?.splice(9, 1, 'paid');
        break;
      case 'PrizeSkipped':
        winners.get(`${id} ${event.data.place}`)?.splice(9, 1, event.data.reason);
        break;
      case 'RaffleCompleted':
        go('completed');
        break;
      case 'RaffleFailed':
        while (raffle.length < 18) raffle.push(null);
        go('failed', event.data.reason.replaceAll('\0', '\u{fffd}'));
        break;
    }
  }
  const whole = (row: (string | null)[]) => Array.from({ length: 19 }, (_, column) => row[column] ?? null);
  return { seeds, raffles: [...raffles.values()].map(whole), winners: [...winners.values()], raffleEvents };
}
