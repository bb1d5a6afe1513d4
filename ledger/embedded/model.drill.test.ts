import { randomUUID } from 'node:crypto';
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  jsonEvent,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  apply,
  type Expected,
  judge,
  type Model,
  type Operation,
  type Verdict,
  visible,
} from './testing/model.ts';
import { startTemporaryStore, type TemporaryStore } from './testing/temporary-store.ts';

const CLIENTS = 3;
const STREAMS = ['a', 'b', 'c'];

let temporary: TemporaryStore;
let clients: EventStoreDBClient[];

beforeAll(async () => {
  temporary = await startTemporaryStore();
  clients = Array.from({ length: CLIENTS }, () =>
    EventStoreDBClient.connectionString(temporary.store.connectionString),
  );
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.dispose()));
  await temporary.dispose();
});

type Answer = Verdict & { readonly position?: bigint };

/** What a generated step says before it is known which ids were used earlier. */
type Step = {
  readonly kind: Operation['kind'];
  readonly stream: string;
  readonly expected: Expected;
  readonly count: number;
  /** Above 0: repeat the ids of an append so many steps earlier, from the given one of them on. */
  readonly repeat: number;
  readonly skip: number;
};

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 30, arbitrary: fc.constant('append' as const) },
    { weight: 4, arbitrary: fc.constant('delete' as const) },
    { weight: 1, arbitrary: fc.constant('tombstone' as const) },
  ),
  stream: fc.constantFrom(...STREAMS),
  expected: fc.oneof(
    fc.constantFrom<Expected>('any', 'no_stream', 'stream_exists'),
    fc.bigInt({ min: 0n, max: 8n }),
  ),
  count: fc.integer({ min: 1, max: 3 }),
  repeat: fc.oneof(
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 }) },
  ),
  skip: fc.integer({ min: 0, max: 1 }),
});

test('one after the other, every answer is the one that the model gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const run = randomUUID();
      let model: Model = new Map();
      for (const [index, operation] of operations(steps, run).entries()) {
        const verdict = judge(model, operation);
        const answer = await perform(client(index), operation);
        expect(withoutPosition(answer), describe(operation)).toEqual(comparable(verdict, operation));
        if (verdict.kind === 'ok' && verdict.writes) model = apply(model, operation);
      }
      await expectReads(model, run);
    }),
    { numRuns: 60 },
  );
});

test('at the same time, there is an order in which every answer is the one that the model gives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 2, maxLength: 12 }), { minLength: 1, maxLength: 4 }),
      async (rounds) => {
        const run = randomUUID();
        let model: Model = new Map();
        let earlier: readonly Operation[] = [];
        for (const steps of rounds) {
          const round = operations(steps, run, earlier);
          earlier = [...earlier, ...round];
          const answers = await Promise.all(
            round.map(async (operation, index) => ({
              operation,
              answer: await perform(client(index), operation),
            })),
          );
          model = linearise(model, answers);
        }
        await expectReads(model, run);
      },
    ),
    { numRuns: 60 },
  );
});

type Answered = { readonly operation: Operation; readonly answer: Answer };

/**
 * Looks for an order of the round's calls in which every answer is what the model says, and returns the model
 * at its end. Writes go by their positions; a call that wrote nothing may be answered at any moment, since it
 * overlapped with all others.
 */
function linearise(start: Model, answers: readonly Answered[]): Model {
  const end = search([start], 0n, answers);
  if (!end) throw new Error(`no order explains ${JSON.stringify(answers, text, 1)}`);
  return end;
}

function search(moments: readonly Model[], written: bigint, open: readonly Answered[]): Model | undefined {
  const model = moments.at(-1) ?? new Map();
  for (const candidate of open) {
    const { operation, answer } = candidate;
    const verdict = judge(model, operation);
    const last = answer.position ?? 0n;
    const first = last - BigInt(operation.kind === 'append' ? operation.ids.length : 1) + 1n;
    if (answer.kind !== 'ok' || verdict.kind !== 'ok' || !verdict.writes || first <= written) continue;
    if (operation.kind === 'append' && verdict.revision !== answer.revision) continue;
    const rest = open.filter((one) => one !== candidate);
    const end = search([...moments, apply(model, operation)], last, rest);
    if (end) return end;
  }
  return open.every((one) => fits(one, moments)) ? model : undefined;
}

/** Whether the answer of a call that wrote nothing is right at one of the moments. */
function fits({ operation, answer }: Answered, moments: readonly Model[]): boolean {
  return moments.some((model) => {
    const verdict = judge(model, operation);
    if (verdict.kind === 'ok' && verdict.writes) return false;
    return (
      JSON.stringify(comparable(verdict, operation), text) === JSON.stringify(withoutPosition(answer), text)
    );
  });
}

function operations(steps: readonly Step[], run: string, earlier: readonly Operation[] = []): Operation[] {
  const done: Operation[] = [...earlier];
  for (const { kind, stream, expected, count, repeat, skip } of steps) {
    const name = `${stream}-${run}`;
    if (kind !== 'append') {
      // The protocol's soft delete as the client sends it knows no STREAM_EXISTS.
      done.push({ kind, stream: name, expected: expected === 'stream_exists' ? 'any' : expected });
      continue;
    }
    const appends = done.filter((one) => one.kind === 'append');
    const repeated = repeat > 0 ? appends.at(-repeat) : undefined;
    const fresh = Array.from({ length: count }, () => randomUUID());
    if (!repeated) done.push({ kind, stream: name, expected, ids: fresh });
    else if (skip === 0) done.push(repeated);
    else done.push({ ...repeated, ids: [...repeated.ids.slice(0, 2), ...fresh.slice(0, 1)] });
  }
  return done.slice(earlier.length);
}

async function perform(client: EventStoreDBClient, operation: Operation): Promise<Answer> {
  try {
    if (operation.kind === 'append') {
      const events = operation.ids.map((id) => jsonEvent({ id, type: 'Modelled', data: {} }));
      const { nextExpectedRevision, position } = await client.appendToStream(operation.stream, events, {
        expectedRevision: operation.expected,
      });
      return { kind: 'ok', revision: nextExpectedRevision, writes: true, position: position?.commit ?? 0n };
    }
    const options = {
      expectedRevision: operation.expected === 'stream_exists' ? 'any' : operation.expected,
    } as const;
    const { position } =
      operation.kind === 'delete'
        ? await client.deleteStream(operation.stream, options)
        : await client.tombstoneStream(operation.stream, options);
    return { kind: 'ok', revision: 0n, writes: true, position: position?.commit ?? 0n };
  } catch (error) {
    if (error instanceof StreamDeletedError) return { kind: 'deleted' };
    if (!(error instanceof WrongExpectedVersionError)) throw error;
    // The client shows -1 where the actual version comes in a trailer.
    const actual = error.actualVersion === -1n ? 'no_stream' : error.actualVersion;
    return { kind: 'wrong-version', actual };
  }
}

async function expectReads(model: Model, run: string): Promise<void> {
  for (const stream of STREAMS) {
    const name = `${stream}-${run}`;
    const expected = visible(model, name);
    expect(await read(name, {})).toEqual(expected);
    const reversed = typeof expected === 'string' ? expected : expected.toReversed();
    expect(await read(name, { direction: BACKWARDS, fromRevision: END })).toEqual(reversed);
  }
}

async function read(
  name: string,
  options: Parameters<EventStoreDBClient['readStream']>[1],
): Promise<readonly string[] | 'not-found' | 'deleted'> {
  const ids: string[] = [];
  try {
    for await (const { event } of client(0).readStream(name, options)) ids.push(event?.id ?? '');
  } catch (error) {
    if (error instanceof StreamNotFoundError) return 'not-found';
    if (error instanceof StreamDeletedError) return 'deleted';
    throw error;
  }
  return ids;
}

function client(index: number): EventStoreDBClient {
  const one = clients[index % CLIENTS];
  if (!one) throw new Error('no client');
  return one;
}

function comparable(verdict: Verdict, operation: Operation): Verdict {
  if (verdict.kind !== 'ok') return verdict;
  return { kind: 'ok', revision: operation.kind === 'append' ? verdict.revision : 0n, writes: true };
}

function withoutPosition({ position: _, ...answer }: Answer): Verdict {
  return answer;
}

function describe(operation: Operation): string {
  return JSON.stringify(operation, text);
}

function text(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}
