import pg from 'pg';
import { comparePositions, type LedgerPosition, parsePosition } from '../contracts/ledger-position.ts';
import { type Database, LIVE_SCHEMA } from './database.ts';
import type { Topic } from './news.ts';
import { showLife } from './show-life.ts';

export type PositionGate = {
  /**
   * True as soon as the read models hold everything up to `position`, at once when they already do; false when
   * `timeoutMs` have passed. Never throws. While nothing is heard from Postgres nothing heard before counts: it may have
   * crashed, and gone back a little.
   */
  waitFor(position: LedgerPosition, timeoutMs: number): Promise<boolean>;
  /**
   * How far the read models are, as far as this process has heard; the same object until they move. Also while nothing is
   * heard: what they once held, some event store has.
   */
  position(): LedgerPosition | undefined;
  /** Resolves when the read models are no longer at `from`, when `timeoutMs` have passed, or `signal` aborts. */
  moved(from: LedgerPosition | undefined, timeoutMs: number, signal: AbortSignal): Promise<void>;
  /** How often there was news of a topic, or some may have been missed. */
  newsCount(topic: Topic): number;
  /** Calls whenever one of these numbers has changed, until what it gives is called. */
  onNews(call: () => void): () => void;
  /** Everyone who still waits gets false. */
  stop(): Promise<void>;
};

/** Milliseconds between two signs of life: an idle program asks for little else. */
const LIFE_EVERY = 10_000;

/**
 * Listens for the positions that the projector announces, in whatever process it runs, and for news, on one connection of the
 * pool. When that connection is lost, or takes no sign of life any more, it takes another and reads the checkpoint again.
 * Resolves after the first attempt.
 * @param lifeEvery milliseconds between two signs of life on that connection
 */
export async function createPositionGate(
  pool: pg.Pool,
  schema = LIVE_SCHEMA,
  lifeEvery = LIFE_EVERY,
): Promise<PositionGate> {
  const gate = new Gate(pool, schema, lifeEvery);
  await gate.connect();
  return gate;
}

type Waiter = { readonly position: LedgerPosition; readonly settle: (reached: boolean) => void };

const RECONNECT_MS = 200;

/** On which the API's own tables tell their news; the payload is the topic. */
const NEWS = 'evo_news';

class Gate implements PositionGate {
  readonly #pool: pg.Pool;
  readonly #schema: string;
  readonly #lifeEvery: number;
  readonly #waiters = new Set<Waiter>();
  readonly #watchers = new Set<() => void>();
  readonly #readers = new Set<() => void>();
  readonly #news = new Map<string, number>();
  #missed = 0;
  #reached: LedgerPosition | undefined;
  /** Whether Postgres has not been lost since that was heard. */
  #isHeard = false;
  #client: pg.PoolClient | undefined;
  #endSigns: (() => void) | undefined;
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(pool: pg.Pool, schema: string, lifeEvery: number) {
    this.#pool = pool;
    this.#schema = schema;
    this.#lifeEvery = lifeEvery;
  }

  async waitFor(position: LedgerPosition, timeoutMs: number): Promise<boolean> {
    if (this.#isHeard && this.#holds(position)) return true;
    if (this.#stopped) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter: Waiter = { position, settle: resolve };
    const timer = setTimeout(() => resolve(false), timeoutMs);
    // An announcement that was lost with a dying connection costs a wait, not the answer.
    const look = setTimeout(() => void this.#look(), timeoutMs / 2);
    this.#waiters.add(waiter);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      clearTimeout(look);
      this.#waiters.delete(waiter);
    }
  }

  position(): LedgerPosition | undefined {
    return this.#reached;
  }

  async moved(from: LedgerPosition | undefined, timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (this.#reached !== from || this.#stopped || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeoutMs);
    const onAbort = () => resolve();
    this.#watchers.add(resolve);
    signal.addEventListener('abort', onAbort, { once: true });
    await promise;
    clearTimeout(timer);
    this.#watchers.delete(resolve);
    signal.removeEventListener('abort', onAbort);
  }

  newsCount(topic: Topic): number {
    return this.#missed + (this.#news.get(topic) ?? 0);
  }

  onNews(call: () => void): () => void {
    this.#readers.add(call);
    return () => this.#readers.delete(call);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const wake of this.#watchers) wake();
    clearTimeout(this.#retry);
    for (const { settle } of this.#waiters) settle(false);
    this.#drop();
  }

  async connect(): Promise<void> {
    try {
      const client = await this.#pool.connect();
      this.#client = client;
      client.on('notification', ({ channel, payload }) => {
        if (channel === this.#schema) this.#advance(parsePosition(payload ?? ''));
        else this.#tell(payload);
      });
      client.on('error', () => this.#reconnect(client));
      client.on('end', () => this.#reconnect(client));
      // First listen, then look: nothing falls between.
      await client.query(`listen ${pg.escapeIdentifier(this.#schema)}; listen ${NEWS}`);
      // A Postgres that crashed may have gone back a little; what it holds now counts.
      this.#reached = await readPosition(client, this.#schema);
      if (this.#stopped) this.#drop();
      else {
        this.#isHeard = client === this.#client;
        for (const wake of this.#watchers) wake();
        this.#release(this.#reached);
        this.#tell();
        // Who only listens hears nothing also where Postgres has gone without a word.
        const onLost = () => this.#reconnect(client);
        if (this.#isHeard) this.#endSigns = showLife(client, 'select 1', onLost, this.#lifeEvery);
      }
    } catch {
      this.#reconnect(this.#client);
    }
  }

  #reconnect(lost: pg.PoolClient | undefined): void {
    if (this.#stopped || lost !== this.#client) return;
    this.#isHeard = false;
    this.#drop();
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.connect(), RECONNECT_MS);
  }

  /** The connection is closed, not given back: it listens. */
  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    this.#endSigns?.();
    this.#endSigns = undefined;
    client?.release(true);
  }

  /** @param topic undefined when any may have been missed */
  #tell(topic?: string): void {
    if (topic === undefined) this.#missed += 1;
    else this.#news.set(topic, (this.#news.get(topic) ?? 0) + 1);
    for (const call of this.#readers) call();
  }

  async #look(): Promise<void> {
    this.#advance(await readPosition(this.#pool, this.#schema).catch(() => undefined));
  }

  #advance(position: LedgerPosition | undefined): void {
    if (position && !this.#holds(position)) {
      this.#reached = position;
      for (const wake of this.#watchers) wake();
    }
    this.#release(position);
  }

  /** @param held as it was just read or announced, whatever was heard before */
  #release(held: LedgerPosition | undefined): void {
    if (!held) return;
    for (const { position, settle } of this.#waiters) {
      if (comparePositions(held, position) >= 0) settle(true);
    }
  }

  #holds(position: LedgerPosition): boolean {
    return this.#reached !== undefined && comparePositions(this.#reached, position) >= 0;
  }
}

/** Undefined before the first event, and before the projector has made its tables. */
async function readPosition(db: Database, schema: string): Promise<LedgerPosition | undefined> {
  const table = `${pg.escapeIdentifier(schema)}.checkpoint`;
  const { rows: found } = await db.query<{ exists: boolean }>(
    'select to_regclass($1) is not null as exists',
    [table],
  );
  if (!found[0]?.exists) return undefined;
  const { rows } = await db.query<{ commit: string | null; prepare: string | null }>(
    `select commit, prepare from ${table}`,
  );
  const row = rows[0];
  if (!row || row.commit === null || row.prepare === null) return undefined;
  return { commit: BigInt(row.commit), prepare: BigInt(row.prepare) };
}
