import type { ExportedEvent } from '../../proof/audit/exported-event.ts';
import type { Chance } from '../../simulation/world/random.ts';
import { exportText } from './audit-text.ts';

/** A corrupted export, and the numbers of the events that were touched, in the corrupted order. */
export type Mutation = { readonly text: string; readonly touched: readonly number[]; readonly what: string };

export type Ledger = {
  /** Seals included. */
  readonly events: readonly ExportedEvent[];
  readonly text: string;
  /** Numbers of events that a seal holds, and of the seals. */
  readonly sealedNumbers: readonly number[];
  readonly sealNumbers: readonly number[];
  /** Checkpoints of before the newest, oldest first. */
  readonly oldCheckpoints: readonly string[];
};

/** Kinds of corruption by name; each is deterministic in its chance. */
export const MUTATIONS: Readonly<
  Record<string, (ledger: Ledger, chance: Chance, n: number) => Promise<Mutation>>
> = {
  async 'flip a bit'({ text, events }, chance, n) {
    const lines = text.split('\n');
    const number = chance.below(events.length, `event/${n}`);
    // The head is the first line.
    const bytes = Buffer.from(lines[number + 1] ?? '');
    for (let attempt = 0; ; attempt++) {
      const at = chance.below(bytes.length, `byte/${n}/${attempt}`);
      const bit = 1 << chance.below(7, `bit/${n}/${attempt}`);
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ bit;
      // Another line feed makes two lines of one, which is a drop and an insertion.
      if (flipped[at] === 0x0a) continue;
      lines[number + 1] = flipped.toString();
      return { text: lines.join('\n'), touched: [number], what: `byte ${at} of event ${number}` };
    }
  },
  async 'drop an event'({ events, sealedNumbers }, chance, n) {
    const number = pick(sealedNumbers, chance, n);
    const left = events.filter((_, at) => at !== number);
    return { text: await exportText(left), touched: [number], what: `event ${number}` };
  },
  async 'swap two events'({ events, sealedNumbers }, chance, n) {
    const [one, other] = [pick(sealedNumbers, chance, n), pick(sealedNumbers, chance, n + 0.5)];
    const away = one === other ? (one === 0 ? 1 : one - 1) : other;
    const swapped = events.with(one, at(events, away)).with(away, at(events, one));
    return { text: await exportText(swapped), touched: [one, away], what: `events ${one} and ${away}` };
  },
  async 'change the order'({ events, sealedNumbers }, chance, n) {
    // Neighbours of different streams, each given the other's position: only the tree tells.
    // No tree holds the seals: where one of them stands among events that it does not cover means nothing.
    const isPair = (number: number) =>
      sealedNumbers.includes(number - 1) && events[number - 1]?.stream !== events[number]?.stream;
    const pairs = sealedNumbers.filter(isPair);
    const number = pick(pairs, chance, n);
    const [before, after] = [at(events, number - 1), at(events, number)];
    const swapped = events
      .with(number - 1, { ...after, position: before.position })
      .with(number, { ...before, position: after.position });
    return { text: await exportText(swapped), touched: [number - 1, number], what: `event ${number}` };
  },
  async 'give an event twice'({ events, sealedNumbers }, chance, n) {
    const number = pick(sealedNumbers, chance, n);
    const behind = chance.below(events.length, `behind/${n}`) + 1;
    const twice = events.toSpliced(behind, 0, at(events, number));
    return { text: await exportText(twice), touched: [behind], what: `event ${number} again at ${behind}` };
  },
  async 'insert an event'({ events, sealedNumbers }, chance, n) {
    const number = pick(sealedNumbers, chance, n);
    const stream = `wallet-0x${chance.uuid(`wallet/${n}`).replaceAll('-', '')}00000000`;
    const id = chance.uuid(`id/${n}`);
    const { position, metadata } = at(events, number);
    const forged = {
      position: position.replace(/\d\/P:/, '1/P:').replace(/\d$/, '1'),
      id,
      type: 'Reserved',
      stream,
      revision: 0,
      data: { userId: chance.uuid(`user/${n}`) },
      metadata: Object.assign({}, metadata, { commandId: id, prevHash: null }),
    };
    const more = events.toSpliced(number + 1, 0, forged);
    return { text: await exportText(more), touched: [number + 1], what: `behind event ${number}` };
  },
  async 'alter an amount'({ events, sealedNumbers }, chance, n) {
    const paid = sealedNumbers.filter((number) => amountOf(events[number]) !== undefined);
    const number = pick(paid, chance, n);
    const event = at(events, number);
    const amount = `${1 + chance.below(9, `amount/${n}`)}${amountOf(event)}`;
    const altered = { ...event, data: Object.assign({}, event.data, { amount }) };
    const what = `event ${number} to ${amount}`;
    return { text: await exportText(events.with(number, altered)), touched: [number], what };
  },
  async 'alter a signature'({ events, sealNumbers }, chance, n) {
    const number = pick(sealNumbers, chance, n);
    const event = at(events, number);
    // Every seal in the ledger has one.
    const { signature } = event.data as { readonly signature: string };
    const place = chance.below(80, `place/${n}`);
    const other = signature[place] === 'A' ? 'B' : 'A';
    const data = Object.assign({}, event.data, {
      signature: signature.slice(0, place) + other + signature.slice(place + 1),
    });
    const altered = events.with(number, { ...event, data });
    return { text: await exportText(altered), touched: [number], what: `of seal ${number}` };
  },
  async 'give an old checkpoint'({ text, oldCheckpoints, events }, chance, n) {
    const old = oldCheckpoints[chance.below(oldCheckpoints.length, `old/${n}`)];
    const lines = text.trimEnd().split('\n');
    const end: object = JSON.parse(lines.at(-1) ?? '{}');
    lines.splice(-1, 1, JSON.stringify({ ...end, checkpoint: old }));
    return { text: `${lines.join('\n')}\n`, touched: [events.length], what: 'in the last line' };
  },
};

function pick(numbers: readonly number[], chance: Chance, n: number): number {
  const number = numbers[chance.below(numbers.length, `pick/${n}`)];
  if (number === undefined) throw new Error('there is nothing to corrupt');
  return number;
}

function at(events: readonly ExportedEvent[], number: number): ExportedEvent {
  const event = events[number];
  if (!event) throw new RangeError(`there is no event ${number}`);
  return event;
}

function amountOf(event: ExportedEvent | undefined): string | undefined {
  const { data } = event ?? {};
  if (typeof data !== 'object' || data === null || !('amount' in data)) return undefined;
  return typeof data.amount === 'string' ? data.amount : undefined;
}
