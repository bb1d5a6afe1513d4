import {
  type AppendResult,
  BACKWARDS,
  binaryEvent,
  type Direction,
  END,
  type EventData,
  type EventStoreDBClient,
  FORWARDS,
  jsonEvent,
  type MetadataType,
  type Position,
  type ReadRevision,
  START,
} from '@eventstore/db-client';
import { recordedError } from './recorded.ts';
import { followed } from './replay-follower.ts';
import { UNARY } from './target.ts';
import type { TraceData, TraceEvent, TraceLine, TraceOperation } from './trace.ts';
import { TracePlaces } from './trace-places.ts';

export type ReplayTarget = {
  readonly client: EventStoreDBClient;
  /** The same store by a client that was made with `throwOnAppendFailure: false`. */
  readonly soft: EventStoreDBClient;
  /** In the name of each of the trace's streams: `t07`. */
  readonly prefix: string;
  /** Milliseconds after which nothing more is expected of a subscription. */
  readonly quiet: number;
};

/** Does a trace's operations one after the other, and gives each answer in the words of the recording. */
export async function replay(target: ReplayTarget, lines: readonly TraceLine[]): Promise<unknown[]> {
  const run: Run = { ...target, places: new TracePlaces(target.client, target.prefix) };
  const answers: unknown[] = [];
  for (const { op } of lines) answers.push(await perform(run, op));
  await run.places.learn();
  return answers.map((answer) => run.places.written(answer));
}

type Run = ReplayTarget & { readonly places: TracePlaces };
type Operation<Name extends TraceOperation['op']> = Extract<TraceOperation, { op: Name }>;

async function perform(run: Run, op: TraceOperation): Promise<unknown> {
  const { client } = run;
  switch (op.op) {
    case 'append':
      return settled(
        clientFor(run, op)
          .appendToStream(op.stream, op.events.map(event), options(op))
          .then((result) => appended(run, result)),
      );
    case 'setMetadata':
      return settled(
        clientFor(run, op)
          .setStreamMetadata(op.stream, op.metadata, options(op))
          .then((result) => appended(run, result)),
      );
    case 'getMetadata':
      return settled(
        client.getStreamMetadata(op.stream).then(({ metastreamRevision: commit, ...described }) => ({
          ...described,
          metastreamRevision: commit === undefined ? null : run.places.of({ commit, prepare: commit }),
        })),
      );
    case 'delete':
      return settled(client.deleteStream(op.stream, removal(op)).then((result) => removed(run, result)));
    case 'tombstone':
      return settled(client.tombstoneStream(op.stream, removal(op)).then((result) => removed(run, result)));
    case 'readStream':
    case 'readAll':
      return read(run, op);
    case 'subscribe':
      return subscribe(run, op);
    case 'all':
      return { events: await run.places.inFull() };
  }
}

async function read(run: Run, op: Operation<'readStream' | 'readAll'>): Promise<unknown> {
  const { client, places } = run;
  const direction: Direction = op.direction === 'forwards' ? FORWARDS : BACKWARDS;
  const how = {
    direction,
    resolveLinkTos: op.resolve,
    ...(op.maxCount !== undefined && { maxCount: op.maxCount }),
  };
  const events: unknown[] = [];
  try {
    const found =
      op.op === 'readAll'
        ? client.readAll({ ...how, fromPosition: await position(run, op.from) })
        : client.readStream(op.stream, { ...how, fromRevision: revision(op.from) });
    for await (const resolved of found) if (places.isOurs(resolved)) events.push(places.resolved(resolved));
    return { events };
  } catch (error) {
    return { events, err: recordedError(error) };
  }
}

async function subscribe(run: Run, op: Operation<'subscribe'>): Promise<unknown> {
  const from = op.stream === undefined ? await position(run, op.from) : revision(op.from);
  const follower = followed(run.client, op, from);
  await follower.caughtUp;
  const before = follower.taken();
  const during: unknown[] = [];
  for (const one of op.during) during.push(await perform(run, one));
  // An answer that begins now comes behind what the subscription was sent before.
  for await (const _ of run.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }));
  await follower.quiet(run.quiet);
  const live = follower.taken();
  const { error, caughtUp } = await follower.stop();
  const words = (events: typeof live) =>
    events.filter((one) => run.places.isOurs(one)).map((one) => run.places.resolved(one));
  return {
    before: words(before),
    live: words(live),
    caughtUp,
    ...(error !== undefined && { err: recordedError(error) }),
    during,
  };
}

async function settled(answer: Promise<unknown>): Promise<unknown> {
  try {
    return { ok: await answer };
  } catch (error) {
    return { err: recordedError(error) };
  }
}

function clientFor(run: Run, { soft }: { readonly soft?: boolean }): EventStoreDBClient {
  return soft ? run.soft : run.client;
}

type How = { readonly expected?: string; readonly route?: 'unary'; readonly requiresLeader?: boolean };

function options({ expected, route, requiresLeader }: How) {
  return {
    ...(expected !== undefined && { expectedRevision: expectation(expected) }),
    ...(route === 'unary' && UNARY),
    ...(requiresLeader !== undefined && { requiresLeader }),
  };
}

/** A delete knows no `stream_exists`. */
function removal(how: How) {
  const { expectedRevision, ...rest } = options(how);
  if (expectedRevision === 'stream_exists') throw new Error('No delete expects that its stream exists.');
  return { ...rest, ...(expectedRevision !== undefined && { expectedRevision }) };
}

function expectation(text: string): 'any' | 'no_stream' | 'stream_exists' | bigint {
  if (text === 'any' || text === 'no_stream' || text === 'stream_exists') return text;
  return BigInt(text);
}

function revision(text: string): ReadRevision {
  if (text === 'start') return START;
  return text === 'end' ? END : BigInt(text);
}

async function position(run: Run, text: string): Promise<typeof START | typeof END | Position> {
  if (text === 'start') return START;
  return text === 'end' ? END : run.places.position(text);
}

function appended(run: Run, { success, nextExpectedRevision, position: at }: AppendResult) {
  return { success, next: String(nextExpectedRevision), position: at ? run.places.of(at) : null };
}

function removed(run: Run, { position: at }: { position?: Position | undefined }) {
  return { position: at ? run.places.of(at) : null };
}

function event({ id, type, data, metadata, binary }: TraceEvent): EventData {
  // Traces hold what the client takes: an object or bytes.
  const about = bytesOrJson(metadata) as MetadataType;
  const named = { id, type, ...(metadata !== undefined && { metadata: about }) };
  const content = bytesOrJson(data);
  if (binary && content instanceof Uint8Array) return binaryEvent({ ...named, data: content });
  // The client writes whatever JSON.stringify takes.
  return jsonEvent({ ...named, data: content as Record<string, unknown> });
}

function bytesOrJson(data: TraceData): unknown {
  if (typeof data !== 'object' || data === null) return data;
  // Uint8Array itself: the client looks at the constructor.
  if ('$b64' in data && typeof data.$b64 === 'string')
    return Uint8Array.from(Buffer.from(data.$b64, 'base64'));
  if (!('$fill' in data) || !Array.isArray(data.$fill)) return data;
  const [text, times] = data.$fill;
  return Uint8Array.from(Buffer.from(String(text).repeat(Number(times))));
}
