import { expect, test } from 'vitest';
import type { StoredEvent } from '../envelope.ts';
import { raffleIdOf } from '../proof/raffle-id.ts';
import { raffleProcess } from './raffle-process.ts';

const raffleId = raffleIdOf(1);
const position = { commit: 5n, prepare: 5n };
const event = (type: string, stream: string): StoredEvent => ({
  id: crypto.randomUUID(),
  type,
  stream,
  revision: 0n,
  position,
  data: {},
  metadata: {
    commandId: crypto.randomUUID(),
    actor: { kind: 'admin' },
    occurredAt: '2026-01-05T10:00:00.000Z',
    correlationId: crypto.randomUUID(),
    schemaVersion: 1,
    inputHash: '0'.repeat(64),
    prevHash: null,
  },
});
const begun = event('RaffleCommitted', `raffle-${raffleId}`);

test('a begun raffle is finished, where it was begun; other events are passed by', async () => {
  const finished: unknown[] = [];
  const process = raffleProcess(async (raffle) => finished.push(raffle));
  await process.handle(begun);
  await process.handle(event('EntriesFrozen', `raffle-${raffleId}`));
  await process.handle(event('CheckedIn', `account-${crypto.randomUUID()}`));
  expect(finished).toEqual([{ raffleId, position }]);
});

test('each begun raffle is a lane of its own, and nothing else is one', () => {
  const { laneOf, name } = raffleProcess(async () => undefined);
  expect(name).toBe('raffles');
  expect(laneOf(begun)).toBe(begun.stream);
  expect(laneOf(event('EntriesFrozen', begun.stream))).toBeUndefined();
});

test('who stops while a raffle waits is not held up, and the event counts as not handled', async () => {
  const stopping = new AbortController();
  const process = raffleProcess(() => new Promise(() => undefined));
  const handling = process.handle(begun, stopping.signal);
  stopping.abort(new Error('no leader any more'));
  await expect(handling).rejects.toThrow('no leader any more');
  await expect(process.handle(begun, stopping.signal)).rejects.toThrow('no leader any more');
});

test('a raffle that cannot be finished now is told again', async () => {
  const process = raffleProcess(() => Promise.reject(new Error('not now')));
  await expect(process.handle(begun, new AbortController().signal)).rejects.toThrow('not now');
});
