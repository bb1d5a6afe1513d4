import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { HEADERS } from '../../../contracts/constants.ts';
import { comparePositions, type LedgerPosition, parsePosition } from '../../../contracts/ledger-position.ts';
import type { Target } from './call.ts';
import type { Act } from './lanes.ts';

/** Rewards at an even rate, whatever becomes of those before; each until the read models hold it. */
export type VisibleJob = {
  readonly kind: 'visible';
  readonly target: Target;
  readonly perSecond: number;
  readonly seconds: number;
  readonly databaseUrl: string;
  /** Schema of the read models, and the channel on which their position is told. */
  readonly schema: string;
};

/** Milliseconds from the sending of a command until it is answered, and until a read would show it. */
export type Visible = {
  readonly rewards: number;
  readonly perSecond: number;
  readonly answered: Percentiles;
  readonly visible: Percentiles;
};

export type Percentiles = { readonly p50: number; readonly p99: number };

type Told = { readonly position: LedgerPosition; readonly at: number };
type Sent = { readonly began: number; readonly answered: number; readonly position: LedgerPosition };

const PATIENCE = 10_000;

export async function rewardsUntilVisible(
  { target, perSecond, seconds, databaseUrl, schema }: VisibleJob,
  agent: Agent,
  nextReward: () => Act,
): Promise<Visible> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const told: Told[] = [];
  client.on('notification', ({ payload }) => {
    const position = parsePosition(payload ?? '');
    if (position) told.push({ position, at: performance.now() });
  });
  await client.query(`listen ${pg.escapeIdentifier(schema)}`);
  try {
    const sending: Promise<Sent>[] = [];
    const start = performance.now();
    for (let count = 0; count < perSecond * seconds; count++) {
      const due = start + (count * 1_000) / perSecond;
      if (due > performance.now()) await sleep(Math.max(1, due - performance.now()));
      sending.push(sendOne(agent, target, nextReward()));
    }
    const sent = await Promise.all(sending);
    const elapsed = (performance.now() - start) / 1_000;
    const last = sent.reduce((a, b) => (comparePositions(a.position, b.position) > 0 ? a : b));
    const until = performance.now() + PATIENCE;
    while (!told.some(({ position }) => comparePositions(position, last.position) >= 0)) {
      if (performance.now() > until) throw new Error('the read models do not show what was answered');
      await sleep(5);
    }
    return {
      rewards: sent.length,
      perSecond: sent.length / elapsed,
      answered: percentiles(sent.map(({ began, answered }) => answered - began)),
      visible: percentiles(
        sent.map((one) => Math.max(visibleAt(told, one.position), one.answered) - one.began),
      ),
    };
  } finally {
    await client.end();
  }
}

async function sendOne(agent: Agent, target: Target, act: Act): Promise<Sent> {
  const began = performance.now();
  const { headers } = await act(agent, target);
  const position = parsePosition(String(headers[HEADERS.ledgerPosition]));
  if (!position) throw new Error('a reward has no position in the ledger');
  return { began, answered: performance.now(), position };
}

/** Positions come in their order. */
function visibleAt(told: readonly Told[], position: LedgerPosition): number {
  let [low, high] = [0, told.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = told[middle];
    if (at && comparePositions(at.position, position) >= 0) high = middle;
    else low = middle + 1;
  }
  return told[low]?.at ?? Number.NaN;
}

function percentiles(times: readonly number[]): Percentiles {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
