import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadExport } from '../../../ledger/audit/export/write-export.ts';
import { importLedger } from '../../../ledger/audit/import-ledger.ts';
import { auditText } from '../../../ledger/audit/testing/audit-text.ts';
import { type AuditSettings, verify } from '../../../projector/audit/verify.ts';
import { createPool, LIVE_SCHEMA } from '../../../projector/database.ts';
import { driveAtRandom, randomEnv, superAdminOf } from '../../testing/drive-at-random.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

/** The seed that a failed run has printed makes the same choices again. */
const { AUDIT_SEED: seed = randomUUID(), AUDIT_EVENTS = '150' } = process.env;
const settings: AuditSettings = { checkpoint: [], moved: false };

let app: TestApp;
let folder: string;
beforeAll(async () => {
  process.stdout.write(`AUDIT_SEED=${seed}\n`);
  folder = await mkdtemp(join(tmpdir(), 'evo-audit-test-'));
  app = await startApp({ env: randomEnv(seed) });
  await driveAtRandom(app, { seed, events: Number(AUDIT_EVENTS), visitors: 4 });
}, 300_000);
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const exported = (query = '', init: RequestInit = {}) => fetch(`${app.url}/api/ledger/export${query}`, init);

test('what the program has written is sound, and its read models hold it row for row', async () => {
  const against = { ...settings, against: app.databaseUrl };
  const verdict = await verify(app.eventStoreUrl, against);
  expect(verdict).toMatchObject({ verdict: 'sound', readModels: { differences: [] } });
  if (verdict.verdict !== 'sound') return;
  expect(verdict.figures.events).toBeGreaterThanOrEqual(Number(AUDIT_EVENTS));
  expect(verdict.figures.superAdmin).toBe(superAdminOf(seed).account.address);
  expect(verdict.readModels?.tables).toBeGreaterThan(20);
});

test('a row that somebody has changed or added is found, and told', async () => {
  const pool = createPool(app.databaseUrl);
  try {
    const change = (by: string) =>
      pool.query(
        `update ${LIVE_SCHEMA}.balances set balance = balance ${by} where account = 'program:issued'`,
      );
    await change('+ 1');
    // Whoever never was a referrer has no row, not even one that says nothing.
    await pool.query(`insert into ${LIVE_SCHEMA}.referrers values (gen_random_uuid(), 0, 0, 0)`);
    const verdict = await verify(app.eventStoreUrl, { ...settings, against: app.databaseUrl });
    expect(verdict).toMatchObject({
      readModels: {
        differences: [
          {
            table: 'balances',
            missing: [expect.stringContaining('program:issued')],
            surplus: [expect.stringContaining('program:issued')],
          },
          { table: 'referrers', missing: [], surplus: [expect.stringContaining(',0,0,0.0')] },
        ],
      },
    });
    await change('- 1');
  } finally {
    await pool.end();
  }
});

test('the export is what the ledger holds, packed or not, whole or in part', async () => {
  const whole = await (await exported()).text();
  const { proof } = await auditText(whole);
  const lines = whole.trimEnd().split('\n');
  expect(lines).toHaveLength(proof.events + 2);

  const packed = await exported('', { headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  // The client has unpacked it.
  expect((await packed.text()).startsWith(lines.slice(0, 50).join('\n'))).toBe(true);

  const part = (await (await exported('?from=10&to=20')).text()).trimEnd().split('\n');
  expect(part.slice(1, -1)).toEqual(lines.slice(11, 21));
  expect(JSON.parse(part[0] ?? '')).toMatchObject({ from: 10, to: 20 });
  expect(JSON.parse(part.at(-1) ?? '')).toMatchObject({ end: true, events: 10 });
  expect((await exported('?from=20&to=10')).status).toBe(400);
  expect((await exported('?from=x')).status).toBe(400);
});

test('the file of the embedded store is audited while the program writes to it', async () => {
  const file = join(app.dataDir, 'ledger.sqlite');
  expect(await verify(file, settings)).toMatchObject({ verdict: 'sound' });
});

test('an export is imported into an empty folder, under the same root, and into no other', async () => {
  const file = join(folder, 'ledger.ndjson.gz');
  await downloadExport(app.url, file);
  const text = gunzipSync(await readFile(file)).toString();
  const into = join(folder, 'another');
  const { proof } = await importLedger(file, into);
  expect(proof.tree).toEqual((await auditText(text)).proof.tree);
  await expect(importLedger(file, into)).rejects.toThrow('empty folder');
  await expect(importLedger(file, app.eventStoreUrl)).rejects.toThrow('holds a ledger already');
  // The ids, data and metadata are the same, and the order.
  const moved = await verify(join(into, 'ledger.sqlite'), { ...settings, moved: true });
  expect(moved).toMatchObject({ verdict: 'sound', figures: { root: proof.tree.root } });

  const altered = join(folder, 'altered.ndjson');
  await writeFile(altered, text.replace('"source":"wallet"', '"source":"email"'));
  await expect(importLedger(altered, join(folder, 'third'))).rejects.toMatchObject({
    fault: { rule: 'commands' },
  });
});
