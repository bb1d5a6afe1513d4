import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { answered, type TellingTheFirst } from '../answered.ts';
import { ArrayParameter } from '../array-parameter.ts';
import type { Database } from '../database.ts';

/** A statement that only writes, and the tables that it writes to. */
type Write = {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly targets: readonly string[];
};

export type LastStatement = { readonly text: string; readonly values: readonly unknown[] };

export type Together = Database & {
  /** Sends what has not been sent yet, and asks `last` with it. */
  end(last: LastStatement): Promise<void>;
};

/** Bytes of values that are worth a statement of their own: Postgres is at work on them while more is made ready. */
const LARGE = 32_768;

/** Bytes that go out with nobody's help: what a socket of Linux holds for its reader, and a little less. */
const SOCKET = 196_608;

/**
 * Puts statements that write into one: each is sent with the others, before the first statement that mentions a table
 * that one of them writes to, when there is much to write, and at the end. Statements in one see the tables as they were
 * before all of them, which is what each would see by itself as long as none of them mentions what another writes.
 *
 * A write is answered at once, as if it had touched no row: whoever has to know asks with `returning`, and is sent at once.
 * What Postgres says against it is thrown by whatever is asked after that, and by `end` at the latest.
 * @param db sends what it is asked behind what it was asked before, without waiting for the answer
 * @param canMerge whether `merge` may stand beside others (Postgres 17 and later)
 */
export function writeTogether(db: TellingTheFirst, canMerge: boolean): Together {
  const waiting: Write[] = [];
  let size = 0;
  let sinceTurn = 0;
  const underWay: Promise<unknown>[] = [];
  const send = async (last = 'select', values: readonly unknown[] = []): Promise<void> => {
    const writes = waiting.splice(0);
    size = 0;
    const [only] = writes;
    if (only && writes.length === 1 && last === 'select') {
      await db.query(only.text, [...only.values]);
      return;
    }
    const all: unknown[] = [];
    const numbered = (text: string, own: readonly unknown[]) => {
      const before = all.length;
      all.push(...own);
      return text.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + before}`);
    };
    const parts = writes.map((write, at) => `write_${at} as (${numbered(write.text, write.values)})`);
    const statement = numbered(last, values);
    await db.query(parts.length === 0 ? statement : `with ${parts.join(',\n')}\n${statement}`, all);
  };
  const sendOff = (...last: Parameters<typeof send>) => void underWay.push(answered(send(...last)));
  const isMentioned = (text: string) =>
    waiting.some(({ targets }) => targets.some((table) => new RegExp(String.raw`\b${table}\b`).test(text)));

  return {
    async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      db.check();
      if (isMentioned(text)) sendOff();
      const targets = writtenBy(text);
      const isAlone = targets.length === 0 || /\breturning\b/.test(text);
      if (isAlone || (!canMerge && /\bmerge into\b/.test(text))) return db.query<Row>(text, values);
      const written = values.map(inWriting);
      waiting.push({ text, values: written, targets });
      for (const value of written) if (Buffer.isBuffer(value)) size += value.length;
      if (size >= LARGE) {
        sinceTurn += size;
        sendOff();
      }
      if (sinceTurn >= SOCKET) {
        sinceTurn = 0;
        // What was sent goes out, and what has arrived meanwhile comes in.
        await turn();
      }
      return NOTHING as pg.QueryResult<Row>; // it has no rows of any type
    },
    async end({ text, values }) {
      sendOff(text, values);
      await Promise.all(underWay);
    },
  };
}

/** Arrays are put into their binary form while Postgres is at work on something else. */
const inWriting = (value: unknown) => (value instanceof ArrayParameter ? value.toPostgres() : value);

const NOTHING: pg.QueryResult<never> = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };

/** The tables that a statement writes to; `do update set` and `then update set` name none. */
export function writtenBy(text: string): string[] {
  const named = text.matchAll(/\b(?:insert into|update|merge into|delete from)\s+(\w+)/g);
  return [...named].flatMap(([, table = '']) => (table === 'set' ? [] : [table]));
}
