import { beforeAll, expect, test } from 'vitest';
import type { ExportedEvent } from '../../proof/audit/exported-event.ts';
import { chanceOf } from '../../simulation/world/random.ts';
import { auditLedger } from '../audit-ledger.ts';
import { exportText, faultIn, textSource } from '../testing/audit-text.ts';
import { type Ledger, MUTATIONS } from '../testing/mutations.ts';
import { notaryOf, sealed } from '../testing/seal-ledger.ts';
import { simulatedLedger } from '../testing/simulated-ledger.ts';
import { HashThreadDied, hashBeside } from './hash-thread.ts';
import { hashHere } from './line-hashing.ts';

let ledger: Ledger;
beforeAll(async () => {
  const events = sealed(await simulatedLedger(16, 60), notaryOf('true'), 10);
  const isSeal = events.map(({ stream }) => stream === 'seals');
  const numbers = events.map((_, number) => number);
  ledger = {
    events,
    text: await exportText(events),
    sealedNumbers: numbers.filter((number) => !isSeal[number] && number < events.length - 12),
    sealNumbers: numbers.filter((number) => events[number]?.type === 'LedgerSealed'),
    oldCheckpoints: [],
  };
}, 60_000);

test('the thread beside makes the digests that are made here, whole exports side by side', async () => {
  const bytes = Buffer.from(ledger.text);
  const half = bytes.lastIndexOf(0x0a, bytes.length / 2) + 1;
  const pieces = [bytes.subarray(0, half), bytes.subarray(half)];
  const given = (piece: Uint8Array) => Uint8Array.from(piece);
  const [here, ...beside] = [hashHere(), hashBeside(), hashBeside()];
  for (const piece of pieces) {
    const expected = await here?.hash(given(piece));
    const found = await Promise.all(beside.map((one) => one.hash(given(piece))));
    for (const lines of found) expect(lines).toEqual(expected);
    expect(Buffer.compare(expected?.bytes ?? bytes, piece)).toBe(0);
  }
  for (const one of beside) one.close();
});

test('what is hashed beside is as sound, and as unsound at the same place', async () => {
  const { proof } = await auditLedger(textSource(ledger.text, hashBeside()));
  expect(proof.events).toBe(ledger.events.length);
  const chance = chanceOf(7);
  for (const [n, mutate] of Object.values(MUTATIONS).entries()) {
    if (mutate === MUTATIONS['give an old checkpoint']) continue;
    const { text, what } = await mutate(ledger, chance, n);
    const fault = await faultIn(text, {}, hashBeside());
    expect(fault, what).toBeDefined();
    expect(fault, what).toEqual(await faultIn(text));
  }
  const lone = ledger.text.replace('"source":"wallet"', '"source":"\\ud800"');
  expect(await faultIn(lone, {}, hashBeside())).toMatchObject({ rule: 'canonical' });
});

test('what no seal and no event behind it holds is told by its own id alone', async () => {
  const number = ledger.events.findLastIndex(({ stream }) => stream !== 'seals');
  const event = ledger.events[number];
  const altered = [
    { ...event, id: crypto.randomUUID() },
    { ...event, metadata: Object.assign({}, event?.metadata, { inputHash: 'c'.repeat(64) }) },
  ];
  for (const one of altered) {
    // An event has all members of one.
    const text = await exportText([...ledger.events.slice(0, number), one as ExportedEvent]);
    for (const hashing of [hashHere(), hashBeside()])
      expect(await faultIn(text, {}, hashing)).toMatchObject({ rule: 'commands', at: { number } });
  }
});

test('a thread that ends is told, and another takes its place', async () => {
  const dies = new URL('data:text/javascript,process.exit(3)');
  await expect(faultIn(ledger.text, {}, hashBeside(dies))).rejects.toThrow(HashThreadDied);
  expect(await faultIn(ledger.text, {}, hashBeside())).toBeUndefined();
});
