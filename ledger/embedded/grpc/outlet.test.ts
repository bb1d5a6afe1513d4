import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Outlet, type ReadCall } from './outlet.ts';

/** A call whose client takes what it is sent, or lets it wait. */
function callOf(reader: 'fast' | 'slow') {
  const call = Object.assign(new EventEmitter(), {
    ...{ cancelled: false, destroyed: false, writableEnded: false },
    write: () => reader === 'fast',
  });
  // Nothing else of the call is asked.
  return { call, outlet: new Outlet(call as unknown as ReadCall) };
}

const MESSAGE = new Uint8Array(1);

/** What a promise has come to after some turns of the event loop. */
async function soon<T>(promise: Promise<T>): Promise<T | 'still waits'> {
  for (let turns = 0; turns < 20; turns++) await turn();
  return Promise.race([promise, Promise.resolve('still waits' as const)]);
}

test('a slow reader is waited for until it has room, each time', async () => {
  const { call, outlet } = callOf('slow');
  for (let round = 0; round < 3; round++) {
    outlet.send(MESSAGE);
    const drained = outlet.drained();
    expect(await soon(drained)).toBe('still waits');
    call.emit('drain');
    expect(await drained).toBe(true);
  }
});

test('one that had room again before anybody waited is not waited for, nor is a fast one', async () => {
  const slow = callOf('slow');
  slow.outlet.send(MESSAGE);
  slow.call.emit('drain');
  expect(await soon(slow.outlet.drained())).toBe(true);
  const fast = callOf('fast');
  fast.outlet.send(MESSAGE);
  expect(await soon(fast.outlet.drained())).toBe(true);
});

test.each(['cancelled', 'close', 'error'])(
  'a slow reader that is gone (%s) is waited for no more',
  async (event) => {
    const { call, outlet } = callOf('slow');
    outlet.send(MESSAGE);
    const drained = outlet.drained();
    expect(await soon(drained)).toBe('still waits');
    call.destroyed = true;
    call.emit(event, new Error('gone'));
    expect(await soon(drained)).toBe(false);
    expect(await soon(outlet.drained())).toBe(false);
  },
);
