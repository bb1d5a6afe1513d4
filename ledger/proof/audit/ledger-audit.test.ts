import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodePrimitives } from '../../audit/node-primitives.ts';
import { notaryOf, sealed } from '../../audit/testing/seal-ledger.ts';
import { simulatedLedger } from '../../audit/testing/simulated-ledger.ts';
import { bytesToHex } from '../bytes.ts';
import { canonicalJson } from '../canonical-json.ts';
import { merkleTree } from '../merkle.ts';
import { exportLine, NotAnExportLine, parseExportLine } from './exported-event.ts';
import { growingTree, leafOf } from './growing-tree.ts';
import { LedgerAudit } from './ledger-audit.ts';
import { canonicalOfParsed } from './parsed-json.ts';
import { portable } from './primitives.ts';

test('the tree that grows has the root of the whole one at every size', () => {
  const entries = Array.from({ length: 70 }, (_, n) => new Uint8Array(32).fill(n));
  const tree = growingTree(nodePrimitives);
  for (let size = 0; ; size++) {
    expect(bytesToHex(tree.root())).toBe(bytesToHex(merkleTree(entries.slice(0, size)).root));
    const next = entries[size];
    if (!next) break;
    const leaf = { bytes: new Uint8Array(40), at: 8 };
    leafOf(nodePrimitives, { bytes: next, at: 0 }, leaf);
    tree.grow(leaf);
  }
});

test('the fast way to canonical JSON gives what the slow one gives, or refuses what that refuses', {
  timeout: 30_000,
}, () => {
  const outcome = (make: () => string) => {
    try {
      return make();
    } catch (error) {
      return String(error);
    }
  };
  const texts = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(
      fc.jsonValue({ stringUnit: 'binary', maxDepth: 2 }),
      fc.dictionary(texts, texts),
      (value, more) => {
        const parsed: unknown = JSON.parse(JSON.stringify([value, more]));
        expect(canonicalOfParsed(parsed)).toBe(canonicalJson(parsed));
      },
    ),
    { numRuns: 40 },
  );
  for (const text of [
    '"\\ud800"',
    '{"b":1,"a":2}',
    '{"10":1,"9":2}',
    '"\\\\ud800"',
    '[-0,1e21,"\\u007f\\u2028/"]',
  ]) {
    const parsed: unknown = JSON.parse(text);
    expect(outcome(() => canonicalOfParsed(parsed))).toBe(outcome(() => canonicalJson(parsed)));
  }
});

test('the browser’s mathematics and those of Node say the same of a ledger', async () => {
  const events = sealed(await simulatedLedger(16, 60), notaryOf('true'), 10);
  const [here, there] = [portable, nodePrimitives].map((primitives) => {
    const audit = new LedgerAudit({ primitives });
    for (const event of events) audit.add(event);
    return audit.end();
  });
  expect(here).toEqual(there);
  expect(here).toMatchObject({ seals: expect.any(Number), keys: [{}, {}] });
  expect(here?.sealed).toBeGreaterThan(20);
});

test('a line is read as it was written, and what is none is refused in words', async () => {
  const [event] = await simulatedLedger(16, 10);
  if (!event) throw new Error('the ledger is empty');
  expect(parseExportLine(exportLine(event))).toEqual({ kind: 'event', event });
  const refused = [
    '',
    'null',
    '{}',
    '{"format":"evo-rewards-ledger/2","from":0,"to":null}',
    exportLine({ ...event, position: 'C:1' }),
    exportLine({ ...event, revision: 0.5 }),
    exportLine({ ...event, id: event.id.toUpperCase() }),
    exportLine(event).replace('{', '{"more":1,'),
  ];
  for (const line of refused) expect(() => parseExportLine(line)).toThrow(NotAnExportLine);
});
