import { parentPort } from 'node:worker_threads';
import type { LineHasher } from '../../proof/audit/line-hasher.ts';
import type { HashAnswer, HashRequest } from './hash-thread.ts';
import { nodeLineHasher, textsOf } from './line-hashing.ts';

if (!parentPort) throw new Error('This file runs as a worker of hash-thread.ts.');
const port = parentPort;
/** By the number of the export. */
const hashers = new Map<number, LineHasher>();

port.on('message', ({ source, bytes }: HashRequest) => {
  if (!bytes) {
    hashers.delete(source);
    return;
  }
  const hasher = hashers.get(source) ?? nodeLineHasher();
  hashers.set(source, hasher);
  const lines = hasher.hash(textsOf(bytes));
  const answer: HashAnswer = { source, bytes, lines };
  const { rows, fits, places, isEvent, ends, dataAt, metadataAt } = lines;
  const handedOver = [bytes, rows, fits, places, isEvent, ends, dataAt, metadataAt].flatMap(({ buffer }) =>
    buffer instanceof ArrayBuffer ? [buffer] : [],
  );
  port.postMessage(answer, handedOver);
});
