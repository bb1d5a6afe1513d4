import { expect, test } from 'vitest';
import { type DigestReply, type DigestRequest, type DigestWorker, digestIn } from './text-digest.ts';

/** A worker that answers when the test says so. */
function fakeWorker() {
  const asked: DigestRequest[] = [];
  const worker: DigestWorker & { isEnded: boolean } = {
    isEnded: false,
    onmessage: null,
    onerror: null,
    postMessage: (message: DigestRequest) => void asked.push(message),
    terminate() {
      worker.isEnded = true;
    },
  };
  const reply = (data: DigestReply) => void worker.onmessage?.(new MessageEvent('message', { data }));
  return { worker, asked, reply };
}

test('what is read faster than it is hashed waits, and the digest comes at the end', async () => {
  const { worker, asked, reply } = fakeWorker();
  const digest = digestIn(worker);
  const bytes = new Uint8Array(6 * 1024 * 1024);
  await digest.take(bytes);
  let isTaken = false;
  const second = digest.take(bytes).then(() => {
    isTaken = true;
  });
  await Promise.resolve();
  expect([isTaken, asked.length]).toEqual([false, 2]);
  reply({ taken: bytes.length });
  await second;
  const hex = digest.hex();
  reply({ taken: bytes.length });
  reply({ sha256: 'ab' });
  expect(await hex).toBe('ab');
  digest.end();
  expect(worker.isEnded).toBe(true);
});

test('a worker that cannot run is told of, and nobody waits for it', async () => {
  const { worker } = fakeWorker();
  const hex = digestIn(worker).hex();
  // Node has no ErrorEvent; of it only the message is read.
  worker.onerror?.(Object.assign(new Event('error'), { message: 'refused' }) as ErrorEvent);
  await expect(hex).rejects.toThrow('refused');
});
