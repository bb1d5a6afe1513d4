import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportedEvent } from '../proof/audit/exported-event.ts';
import { type AuditFault, Unsound } from '../proof/audit/fault.ts';
import type { KnownRoot } from '../proof/audit/seals.ts';
import { bytesToHex } from '../proof/bytes.ts';
import { parseCheckpoint } from '../proof/checkpoint.ts';
import { parseNote } from '../proof/signed-note.ts';
import { type AuditOptions, auditLedger } from './audit-ledger.ts';
import { openFile } from './sources/file-source.ts';
import { exportText } from './testing/audit-text.ts';
import { notaryOf, sealed } from './testing/seal-ledger.ts';
import { simulatedLedger } from './testing/simulated-ledger.ts';

let folder: string;
let events: readonly ExportedEvent[];
let lines: readonly string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-whole-'));
  events = sealed(await simulatedLedger(16, 60), notaryOf('true'), 10);
  lines = (await exportText(events)).trimEnd().split('\n');
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

async function faultOf(
  changed: readonly string[],
  end: object,
  options: AuditOptions = {},
): Promise<AuditFault | undefined> {
  const file = join(folder, 'ledger.ndjson');
  const last = JSON.stringify({ ...JSON.parse(lines.at(-1) ?? ''), ...end });
  await writeFile(file, `${[...changed, last].join('\n')}\n`);
  const source = await openFile(file);
  try {
    await auditLedger(source, options);
    return undefined;
  } catch (error) {
    if (error instanceof Unsound) return error.fault;
    throw error;
  } finally {
    await source.close();
  }
}

test('of a file that lost its end what was signed says so, and not its digest that something else was altered', async () => {
  const whole = lines.slice(0, -1);
  expect(await faultOf(whole, {})).toBeUndefined();
  const { checkpoint } = JSON.parse(lines.at(-1) ?? '');
  const head = parseCheckpoint(parseNote(checkpoint)?.text ?? '');
  if (!head) throw new Error('the ledger is sealed');
  const kept: KnownRoot = { from: 'kept.txt', size: head.size, root: bytesToHex(head.root) };
  const seal = events.findLastIndex(({ type }) => type === 'LedgerSealed');
  // Without the newest seal and what stands behind it.
  const shorter = whole.slice(0, seal + 1);
  const counted = { events: seal };
  expect(await faultOf(shorter, {})).toMatchObject({ rule: 'end' });
  expect(await faultOf(shorter, counted)).toMatchObject({ rule: 'checkpoint' });
  const fewer = whole.slice(0, 20);
  const unsigned = {
    events: 19,
    checkpoint: null,
    notaryKeys: JSON.parse(lines.at(-1) ?? '').notaryKeys.slice(0, 1),
  };
  expect(await faultOf(fewer, unsigned, { knownRoots: [kept] })).toMatchObject({ rule: 'known-root' });
  // Nothing else tells of a position.
  const moved = whole.with(-1, whole.at(-1)?.replace(/C:(\d+)\/P:\d+/, 'C:$199/P:$199') ?? '');
  expect(await faultOf(moved, {})).toMatchObject({ rule: 'file', at: null });
});
