import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Database } from '../../../projector/database.ts';
import type { PositionGate } from '../../../projector/position-gate.ts';
import { createAdminEvents, READERS_OF_ONE } from './admin-events.ts';

/** On which nothing happens. */
const still = {
  position: () => undefined,
  moved: (_seen: unknown, _patience: number, signal: AbortSignal) =>
    once(signal, 'abort').then(() => undefined),
} as unknown as PositionGate; // nothing else is asked of it here
const nowhere = {} as Database; // of what does not happen nobody is asked

test('so many readers of one wallet are told and no more: the first ends for one more, and none of another wallet', async () => {
  const events = createAdminEvents(nowhere, still);
  const watch = (wallet: string) => {
    const readable = events.watch(wallet, async () => 'yes');
    readable.resume();
    return readable;
  };
  const other = watch('0xb');
  const own = Array.from({ length: READERS_OF_ONE }, () => watch('0xa'));
  const ended = (readable: Readable | undefined) => readable && once(readable, 'close');
  const first = ended(own[0]);
  own.push(watch('0xa'));
  await first;
  const open = [other, ...own].filter((readable) => !readable.destroyed);
  expect(open).toHaveLength(READERS_OF_ONE + 1);
  expect(other.destroyed).toBe(false);
  const all = Promise.all(open.map(ended));
  events.stop();
  await all;
});
