import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuditFault, Unsound } from '../proof/audit/fault.ts';
import { LedgerAudit } from '../proof/audit/ledger-audit.ts';
import { shortLedger } from '../proof/audit/testing/short-ledger.ts';
import { SealsSeen } from './export/seals-seen.ts';
import { readKnownRoot } from './known-root.ts';
import { keyTextOf, notaryOf, sealed } from './testing/seal-ledger.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-known-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a checkpoint is read as it was kept, also with the mark that some editors put before a text', async () => {
  const seals = new SealsSeen();
  for (const event of sealed(shortLedger(6), notaryOf('short'), 3)) seals.add(event);
  const file = join(folder, 'checkpoint.txt');
  const roots = [];
  for (const mark of ['', '\ufeff']) {
    await writeFile(file, `${mark}${seals.checkpoint}`);
    roots.push(await readKnownRoot(file));
  }
  expect(roots[1]).toEqual(roots[0]);
  await writeFile(file, `\ufeff\ufeff${seals.checkpoint}`);
  await expect(readKnownRoot(file)).rejects.toThrow('holds no checkpoint and no receipt');
});

/** What an audit finds in a ledger of 20 events that these keys seal. */
async function faultBeside(kept: string, seeds: readonly Uint8Array[], verifierKey?: string) {
  const file = join(folder, 'kept.txt');
  await writeFile(file, kept);
  const audit = new LedgerAudit({ knownRoots: [await readKnownRoot(file)], verifierKey });
  try {
    for (const event of sealed(shortLedger(20), seeds, 3)) audit.add(event);
    audit.end();
    return undefined;
  } catch (error) {
    if (error instanceof Unsound) return error.fault satisfies AuditFault;
    throw error;
  }
}

/** Of the newest seal in the ledger of so many events. */
function checkpointOf(events: number, seeds: readonly Uint8Array[]): string {
  const seals = new SealsSeen();
  for (const event of sealed(shortLedger(events), seeds, 3)) seals.add(event);
  return seals.checkpoint ?? '';
}

test('what goes on from a kept checkpoint with a key that was replaced before that is unsound, also beside a known key', async () => {
  const notary = notaryOf('short');
  const [stolen, second] = notary;
  if (!stolen || !second) throw new Error('a notary has two keys');
  const ofTheSecond = checkpointOf(16, notary);
  const ofTheFirst = checkpointOf(10, notary);
  for (const key of [undefined, keyTextOf(stolen)]) {
    expect(await faultBeside(ofTheSecond, notary, key)).toBeUndefined();
    expect(await faultBeside(ofTheFirst, notary, key)).toBeUndefined();
    // The events under the checkpoint are the same.
    expect(await faultBeside(ofTheSecond, [stolen], key)).toMatchObject({
      rule: 'notary-key',
      found: keyTextOf(stolen),
    });
    expect(await faultBeside(ofTheFirst, [stolen], key)).toBeUndefined();
  }
  expect(await faultBeside(ofTheFirst, notary, keyTextOf(second))).toBeUndefined();
});
