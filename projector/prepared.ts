import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Database } from './database.ts';

const names = new Map<string, string>();

/**
 * A statement that is asked so often that each connection keeps it: Postgres then reads it once a connection and not
 * each time. Only on connections that are sessions of their own (`keepsStatements`): behind a pooler that gives each
 * transaction to whatever session is free, a kept statement is another one's. The text is sent as it is there.
 *
 * For statements whose plan does not depend on the values they are asked with.
 */
export function prepared(text: string): string {
  if (!names.has(text)) names.set(text, nameOf(text));
  return text;
}

/**
 * An array that a kept statement is asked with, as its SQL must name it. Where the planner sees how few are asked for this time,
 * it finds a plan for so many cheaper than one for any number, and plans each time anew, which takes longer than the work.
 * @param parameter its number
 */
export const arrayParameter = (parameter: number, type: string): string =>
  `(select $${parameter}::${type}[])`;

/** What a connection keeps a statement under; undefined for one that is read anew each time. */
export function keptNameOf(text: string): string | undefined {
  return names.get(text);
}

/**
 * The same text has the same name on every connection, and no other text has it. Computed anew each time, which takes
 * some microseconds: there is no end of the texts that batches are written by.
 */
const nameOf = (text: string): string =>
  `evo_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;

/**
 * A connection that keeps every statement with values that it is asked, whoever asks it: for work that consists of the
 * same statements again and again. Of these it keeps the ones that were asked last.
 */
export function keeping(client: pg.ClientBase): Database {
  return {
    query: (text, values) =>
      client.query(values === undefined ? { text } : { text, values, name: nameOf(text) }),
  };
}
