import pg from 'pg';
import { keepingTheNewest } from './most-kept.ts';
import { keptNameOf } from './prepared.ts';
import { timeToAnswer } from './time-to-answer.ts';
import { UsualClient } from './usual-client.ts';

/** Postgres was not asked, or did not answer in time; whoever waits is told to come again. */
export class DatabaseBusy extends Error {
  constructor(reason: string) {
    super(`Postgres is not to be had: ${reason}`);
    this.name = 'DatabaseBusy';
  }
}

/** Milliseconds that Postgres has for each good-bye when a program ends. */
const END_PATIENCE = 2_000;

const crowds = new WeakMap<pg.Pool, { refused: number }>();

/** Connections with a query that was given up: what Postgres still does on them belongs to nobody. */
const givenUp = new WeakSet<pg.ClientBase>();

/** Connections to a Postgres that takes no writes: behind the same address another one may lead by now. */
const withoutWrites = new WeakSet<pg.ClientBase>();

/**
 * Makes a pool refuse at once where too many wait already, or where its asker has no time left (`answerWithin`). A
 * connection with a query that was given up is closed and not given to the next, and so is one whose Postgres takes no
 * writes; any other error that Postgres itself has answered costs none.
 * @param maxWaiting askers that wait for a connection; more are refused
 */
export function boundPool(pool: pg.Pool, maxWaiting: number): void {
  const crowd = { refused: 0 };
  crowds.set(pool, crowd);
  const take = pool.connect.bind(pool);
  const connect = async (): Promise<pg.PoolClient> => {
    if (timeToAnswer() === 0) throw new DatabaseBusy('no time is left');
    if (pool.waitingCount >= maxWaiting) {
      crowd.refused++;
      throw new DatabaseBusy(`${maxWaiting} others wait for a connection`);
    }
    const client = await withinTimeToAnswer(take());
    const release = client.release.bind(client);
    client.release = (reason) => release(reason || givenUp.has(client) || withoutWrites.has(client));
    return client;
  };
  const query = async (text: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    const client = await connect();
    try {
      return await client.query(text, values);
    } finally {
      client.release();
    }
  };
  // Nobody here gives a callback, which is what the other forms of the two are for.
  Object.assign(pool, { connect, query });
}

/** What comes too late goes back to the pool. */
async function withinTimeToAnswer(taking: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  const left = timeToAnswer();
  if (left === Number.POSITIVE_INFINITY) return taking;
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    tooLate.reject(new DatabaseBusy('no connection in time'));
    taking.then(
      (client) => client.release(),
      () => undefined,
    );
  }, left);
  return Promise.race([taking, tooLate.promise]).finally(() => clearTimeout(timer));
}

/** Askers that were refused because too many waited. */
export const refusedBy = (pool: pg.Pool): number => crowds.get(pool)?.refused ?? 0;

/**
 * A connection whose queries wait no longer than their asker may; what comes in portions takes its own time. With
 * `keepsStatements` it keeps those that are `prepared`, the newest of them.
 */
export class BoundedClient extends UsualClient {
  constructor(config?: string | (pg.ClientConfig & { readonly keepsStatements?: boolean })) {
    super(config);
    const keeps = typeof config === 'object' && config.keepsStatements === true;
    const noteKept = keepingTheNewest(this.connection);
    const send = this.query.bind(this) as (...call: unknown[]) => unknown; // any of its forms
    const refuse = (reason: string) => {
      givenUp.add(this);
      return Promise.reject(new DatabaseBusy(reason));
    };
    const bounded = (config: unknown, ...more: unknown[]) => {
      if (isPortioned(config)) return send(config, ...more);
      if (givenUp.has(this)) return refuse('a query before was given up');
      const left = timeToAnswer();
      if (left === 0) return refuse('no time is left');
      const query = queryOf(config, keeps);
      if (query.name !== undefined) noteKept(query.name);
      const sent = send(
        left === Number.POSITIVE_INFINITY ? query : { ...query, query_timeout: left },
        ...more,
      );
      if (!(sent instanceof Promise)) return sent;
      return sent.catch((error: unknown) => {
        if (!isAnswer(error)) givenUp.add(this);
        else if (error.code === READ_ONLY) withoutWrites.add(this);
        throw error;
      });
    };
    const leave = this.end.bind(this) as (...call: unknown[]) => unknown; // any of its forms
    const end = (...call: unknown[]) => {
      // One that pipelines would first wait for all that it was asked, and Postgres may never answer.
      Object.assign(this, { pipeline: false });
      return leave(...call);
    };
    Object.assign(this, { query: bounded, end });
  }
}

/** A name is for a connection that keeps statements; where none may be kept, every statement is sent whole. */
function queryOf(config: unknown, keeps: boolean): pg.QueryConfig {
  if (typeof config !== 'string') return keeps ? Object(config) : { ...Object(config), name: undefined };
  const name = keeps ? keptNameOf(config) : undefined;
  return name === undefined ? { text: config } : { text: config, name };
}

/** Whether Postgres has answered, if only with an error. */
const isAnswer = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError;

/** Of a standby, and of one that was told to take no writes. https://www.postgresql.org/docs/18/errcodes-appendix.html */
const READ_ONLY = '25006';

/** A cursor or a stream of rows, which sends itself. */
function isPortioned(config: unknown): boolean {
  return typeof config === 'object' && config !== null && 'submit' in config;
}

/** Ends a pool; connections to which Postgres does not say good-bye in two seconds are left to the system. */
export async function endPool(pool: pg.Pool): Promise<void> {
  const tooLate = Promise.withResolvers<void>();
  const timer = setTimeout(tooLate.resolve, END_PATIENCE);
  await Promise.race([pool.end(), tooLate.promise]);
  clearTimeout(timer);
}
