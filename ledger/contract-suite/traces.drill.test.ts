import { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, describe, expect, test } from 'vitest';
import { startCountedNode } from '../embedded/testing/counted-node.ts';
import { replay } from './replay.ts';
import { readTrace, traceNames } from './trace.ts';

/** Milliseconds; the node answers from this very process. */
const QUIET = 25;

/** Closed when all is over: a client that goes takes every append with it that is under way in its process. */
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

describe.concurrent('the embedded node answers as EventStoreDB 24.10.4 did', () => {
  test.each(traceNames())('trace %s', async (name) => {
    const node = await startCountedNode();
    const { connectionString } = node;
    const client = EventStoreDBClient.connectionString(connectionString);
    const soft = EventStoreDBClient.connectionString(`${connectionString}&throwOnAppendFailure=false`);
    closing.push(
      () => Promise.all([client.dispose(), soft.dispose()]),
      () => node.close(),
    );
    const lines = readTrace(name);
    const answers = await replay({ client, soft, prefix: `t${name}`, quiet: QUIET }, lines);
    for (const [index, { op, answer }] of lines.entries()) {
      expect(answers[index], `line ${index + 1}: ${JSON.stringify(op).slice(0, 300)}`).toEqual(answer);
    }
    expect(answers).toHaveLength(lines.length);
  });
});
