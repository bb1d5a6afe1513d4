import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ed25519 } from '@noble/curves/ed25519.js';
import { afterAll, expect, test } from 'vitest';
import { parseVerifierKey, verifierKeyOf } from '../../ledger/proof/signed-note.ts';
import { serveWitness, type WitnessServer } from '../../ledger/witness/serve.ts';
import { openWitness, type RunningWitness } from '../../ledger/witness/witness.ts';
import { openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const ORIGIN = 'rewards.example/ledger';
const WITNESS = 'witness.example/w1';
let folder: string;
let witness: RunningWitness;
let server: WitnessServer;

/** A program that seals each second, with a witness elsewhere. */
const stage = setStage(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-walk-'));
  const [notary, own] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const keyFile = join(folder, 'notary.key');
  await writeFile(keyFile, `${Buffer.from(notary).toString('base64')}\n`, { mode: 0o600 });
  const logKey = parseVerifierKey(verifierKeyOf(ORIGIN, ed25519.getPublicKey(notary)))!;
  witness = await openWitness({
    folder: join(folder, 'witness'),
    name: WITNESS,
    seed: own,
    logKeys: [logKey],
  });
  server = await serveWitness(witness, { port: 0, host: '127.0.0.1', onError: () => {} });
  return {
    SEAL_SECONDS: '1',
    NOTARY_KEY: keyFile,
    LEDGER_ORIGIN: ORIGIN,
    WITNESSES: `${witness.verifierKey} ${server.url}`,
  };
});

afterAll(async () => {
  await server.stop();
  await witness.close();
  await rm(folder, { recursive: true });
});

const PROVEN = `In the ledger · sealed · witnessed by ${WITNESS}`;

test('three clicks from a claimed reward to its proof; its receipt proves it later, offline', async () => {
  const { page, faults } = await openAsNewUser(stage);
  await page.getByRole('button', { name: /^Claim 100/ }).click();
  const claim = page.getByRole('table', { name: /Transactions/ }).getByRole('row', { name: /^Claim/ });
  // One.
  await claim.getByRole('link', { name: 'In the ledger' }).click();
  const event = page.getByRole('dialog');
  await event.getByText(PROVEN).waitFor();
  // Two.
  await event.getByText('What your browser computed again').click();
  await event.getByText('Your browser computed this again, and every step holds.').waitFor();
  // Three.
  const [receipt] = await Promise.all([
    page.waitForEvent('download'),
    event.getByRole('button', { name: 'Download the receipt' }).click(),
  ]);
  await event.getByRole('link', { name: 'The books right after it' }).click();
  await page.getByRole('region', { name: 'Figures' }).locator('[data-amount="100"]').first().waitFor();
  await page.getByText('Your browser added these lines up: zero').waitFor();

  await page.goto('/ledger?mine');
  const mine = page.getByRole('table', { name: 'Events of your account, newest first' });
  await mine.getByRole('row').filter({ hasText: 'RewardsClaimed' }).waitFor();
  await mine.getByRole('row').filter({ hasText: 'RewardGranted' }).waitFor();

  await page.goto('/ledger?part=verify');
  await page.getByText(/The newest seal was cosigned by|waits for its witnesses/).waitFor();
  await page.context().setOffline(true);
  await page.getByLabel('Choose a receipt').setInputFiles(await receipt.path());
  await page.getByText(PROVEN).waitFor();

  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Verify in my browser' }).click();
  await page.getByText('This ledger holds').waitFor();
  await page.getByText('Seen by this browser before').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the export' }).click(),
  ]);
  await page.getByLabel('Choose an export').setInputFiles(await file.path());
  await page.getByText('This ledger holds').waitFor();
  expect(faults).toEqual([]);
});
