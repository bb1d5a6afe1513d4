import { expect, test } from 'vitest';
import type { VerifyReply, VerifyRequest } from './protocol.ts';
import { createVerifier, paceOf, type VerifyWorker } from './verification.ts';

const request: VerifyRequest = { source: { path: '/export' }, witnesses: [] };
const progress = (events: number) => ({ events, bytes: events * 100, totalBytes: undefined });

/** A worker that answers when the test says so. */
function fakeWorker() {
  const worker: VerifyWorker & { asked: unknown[]; isEnded: boolean; reply: (reply: VerifyReply) => void } = {
    asked: [],
    isEnded: false,
    onmessage: null,
    onerror: null,
    postMessage: (message: unknown) => void worker.asked.push(message),
    terminate() {
      worker.isEnded = true;
    },
    reply: (reply) => void worker.onmessage?.(new MessageEvent('message', { data: reply })),
  };
  return worker;
}

function stage() {
  const workers: ReturnType<typeof fakeWorker>[] = [];
  let time = 0;
  const open = () => {
    const worker = fakeWorker();
    workers.push(worker);
    return worker;
  };
  const verifier = createVerifier(open, () => time);
  return { verifier, workers, pass: (ms: number) => (time += ms) };
}

test('a check runs, tells how far it is, and ends with its worker', () => {
  const { verifier, workers, pass } = stage();
  verifier.start('a file', request, 1_000);
  expect(workers[0]!.asked).toEqual([request]);
  pass(2_000);
  workers[0]!.reply({ kind: 'progress', progress: progress(500) });
  expect(verifier.state()).toEqual({
    status: 'running',
    what: 'a file',
    progress: progress(500),
    elapsed: 2_000,
    expectedEvents: 1_000,
  });
  pass(1_000);
  workers[0]!.reply({ kind: 'unreadable', why: 'no' });
  expect(verifier.state()).toEqual({
    status: 'done',
    what: 'a file',
    verdict: { kind: 'unreadable', why: 'no' },
    elapsed: 3_000,
  });
  expect(workers[0]!.isEnded).toBe(true);
});

test('what a check says that was given up counts no more', () => {
  const { verifier, workers } = stage();
  verifier.start('first', request);
  verifier.start('second', request);
  expect(workers[0]!.isEnded).toBe(true);
  workers[0]!.reply({ kind: 'unreadable', why: 'late' });
  workers[0]!.reply({ kind: 'progress', progress: progress(9) });
  expect(verifier.state()).toMatchObject({ status: 'running', what: 'second', progress: { events: 0 } });
  verifier.cancel();
  expect([verifier.state().status, workers[1]!.isEnded]).toEqual(['idle', true]);
  workers[1]!.reply({ kind: 'unreadable', why: 'late' });
  expect(verifier.state().status).toBe('idle');
});

test('a worker that cannot run is told of', () => {
  const { verifier, workers } = stage();
  verifier.start('a file', request);
  // Node has no ErrorEvent; of it only the message is read.
  workers[0]!.onerror?.(Object.assign(new Event('error'), { message: 'refused' }) as ErrorEvent);
  expect(verifier.state()).toMatchObject({ status: 'done', verdict: { kind: 'unreadable', why: 'refused' } });
});

test('pace: how fast, how much, how long still', () => {
  const of = (elapsed: number, totalBytes?: number, expectedEvents?: number) =>
    paceOf({ progress: { events: 1_000, bytes: 250, totalBytes }, elapsed, expectedEvents });
  expect(of(1_000, 1_000)).toEqual({ eventsPerSecond: 1_000, share: 0.25, secondsLeft: 3 });
  expect(of(1_000, undefined, 4_000)).toEqual({ eventsPerSecond: 1_000, share: 0.25, secondsLeft: 3 });
  expect(of(1_000)).toEqual({ eventsPerSecond: 1_000, share: undefined, secondsLeft: undefined });
  expect(of(100, 1_000).secondsLeft).toBeUndefined();
  // More came than was said to be there: seals, and what happened since.
  expect(of(1_000, undefined, 500)).toMatchObject({ share: 1, secondsLeft: 0 });
  expect(of(0).eventsPerSecond).toBe(0);
});
