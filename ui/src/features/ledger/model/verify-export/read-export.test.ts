import { expect, test } from 'vitest';
import { type ReadReply, type ReadRequest, type ReadWorker, Room, readIn } from './read-export.ts';

/** A worker that answers when the test says so. */
function fakeWorker() {
  const asked: ReadRequest[] = [];
  const worker: ReadWorker & { isEnded: boolean } = {
    isEnded: false,
    onmessage: null,
    onerror: null,
    postMessage: (message: ReadRequest) => void asked.push(message),
    terminate() {
      worker.isEnded = true;
    },
  };
  const reply = (data: ReadReply) => void worker.onmessage?.(new MessageEvent('message', { data }));
  return { worker, asked, reply };
}

const piece = (text: string) => new TextEncoder().encode(text);

test('what is read comes in its order, with how much of the file that took, and the digest at the end', async () => {
  const { worker, asked, reply } = fakeWorker();
  const source = { path: '/export' };
  const read = readIn(worker, source);
  const pieces = read.bytes[Symbol.asyncIterator]();
  const first = pieces.next();
  reply({ bytes: piece('one\ntwo'), come: 8 });
  reply({ bytes: piece('three'), come: 14 });
  expect(await first).toEqual({ done: false, value: piece('one\ntwo') });
  expect([read.come(), asked]).toEqual([8, [{ source }, { taken: 7 }]]);
  expect(await pieces.next()).toEqual({ done: false, value: piece('three') });
  expect([read.come(), asked.at(-1)]).toEqual([14, { taken: 5 }]);
  const last = pieces.next();
  reply({ sha256: 'ab' });
  expect([(await last).done, read.sha256()]).toEqual([true, 'ab']);
  read.end();
  expect(worker.isEnded).toBe(true);
});

test('what cannot be read is told of behind what was read before', async () => {
  const { worker, reply } = fakeWorker();
  const pieces = readIn(worker, { path: '/export' }).bytes[Symbol.asyncIterator]();
  reply({ bytes: piece('one'), come: 4 });
  reply({ why: 'The file ends too early, or is damaged.' });
  expect((await pieces.next()).value).toEqual(piece('one'));
  await expect(pieces.next()).rejects.toThrow('The file ends too early, or is damaged.');
});

test('a worker that cannot run is told of, and nobody waits for it', async () => {
  const { worker } = fakeWorker();
  const first = readIn(worker, { path: '/export' }).bytes[Symbol.asyncIterator]().next();
  // Node has no ErrorEvent; of it only the message is read.
  worker.onerror?.(Object.assign(new Event('error'), { message: 'refused' }) as ErrorEvent);
  await expect(first).rejects.toThrow('refused');
});

test('what is read faster than it is verified waits', async () => {
  const room = new Room();
  const half = 6 * 1024 * 1024;
  await room.fill(half);
  let isGoingOn = false;
  const second = room.fill(half).then(() => {
    isGoingOn = true;
  });
  await Promise.resolve();
  expect(isGoingOn).toBe(false);
  room.give(half);
  await second;
  expect(isGoingOn).toBe(true);
});
