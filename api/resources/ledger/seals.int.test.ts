import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ed25519 } from '@noble/curves/ed25519.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Receipt } from '../../../contracts/api/ledger-seals.ts';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { sealTexts } from '../../../contracts/seal-messages.ts';
import { storedHash } from '../../../ledger/envelope.ts';
import { connectEventStore, type EventStore } from '../../../ledger/event-store.ts';
import { bytesToHex, hexToBytes } from '../../../ledger/proof/bytes.ts';
import { checkpointText, parseCheckpoint } from '../../../ledger/proof/checkpoint.ts';
import { appendEntries, emptyRange, rangeRoot } from '../../../ledger/proof/compact-range.ts';
import { verifyConsistency } from '../../../ledger/proof/consistency.ts';
import { cosignaturesOf } from '../../../ledger/proof/cosignature.ts';
import { verifyReceipt } from '../../../ledger/proof/receipt.ts';
import {
  COSIGNATURE_V1,
  parseNote,
  parseVerifierKey,
  signText,
  verifierKeyOf,
} from '../../../ledger/proof/signed-note.ts';
import { readLedger } from '../../../ledger/testing/read-ledger.ts';
import { addCheckpointBody } from '../../../ledger/witness/add-checkpoint.ts';
import { lookAtLog } from '../../../ledger/witness/follow-log.ts';
import { serveWitness, type WitnessServer } from '../../../ledger/witness/serve.ts';
import { openWitness, type RunningWitness } from '../../../ledger/witness/witness.ts';
import { createPool, LIVE_SCHEMA } from '../../../projector/database.ts';
import { createTestClient, type TestClient } from '../../testing/client.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const ORIGIN = 'rewards.example/ledger';
const seed = new Uint8Array(32).fill(1);
const NOTARY = verifierKeyOf(ORIGIN, ed25519.getPublicKey(seed));
const seedOfWitness = (n: number) => new Uint8Array(32).fill(n);
const witnessKeyOf = (n: number) =>
  verifierKeyOf(`w.example/${n}`, ed25519.getPublicKey(seedOfWitness(n)), COSIGNATURE_V1);

let folder: string;
let app: TestApp;
let store: EventStore;
let client: TestClient;
const witnesses: RunningWitness[] = [];
const servers: WitnessServer[] = [];

/** A witness that has its own folder, and has seen nothing. */
async function witness(n: number) {
  const own = {
    folder: await mkdtemp(join(folder, `w${n}-`)),
    name: `w.example/${n}`,
    seed: seedOfWitness(n),
  };
  const opened = await openWitness({ ...own, logKeys: [parseVerifierKey(NOTARY)!] });
  const server = await serveWitness(opened, { port: 0, host: '127.0.0.1', onError: () => undefined });
  witnesses.push(opened);
  servers.push(server);
  return { opened, url: server.url };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-seals-'));
  const keyFile = join(folder, 'notary.key');
  await writeFile(keyFile, `${Buffer.from(seed).toString('base64')}\n`);
  const [{ url }, liedTo] = [await witness(11), await witness(14)];
  // Somebody with the notary's key has shown it another history before, no longer than what is sealed first: of a longer
  // one it could not tell for now whether this ledger is another, or only behind.
  const text = checkpointText({ origin: ORIGIN, size: 1, root: seed });
  const note = { text, signatures: [signText(text, ORIGIN, seed)] };
  expect((await liedTo.opened.add(addCheckpointBody({ oldSize: 0, proof: [], note }))).status).toBe(200);
  const env = {
    NOTARY_KEY: keyFile,
    LEDGER_ORIGIN: ORIGIN,
    SEAL_SECONDS: '1',
    // A witness that refuses is an error, and expected here.
    LOG_LEVEL: 'silent',
    // The second one is not there, the last one knows no ledger.
    WITNESSES: `${witnessKeyOf(11)} ${url}/, ${witnessKeyOf(12)} http://127.0.0.1:1
                ${witnessKeyOf(14)} ${liedTo.url}, ${witnessKeyOf(15)} ${url}/elsewhere`,
  };
  app = await startApp({ env });
  store = connectEventStore(app.eventStoreUrl);
  client = createTestClient(app.url);
});
afterAll(async () => {
  await store?.close();
  await app?.close();
  await Promise.all(servers.map((server) => server.stop()));
  await Promise.all(witnesses.map((opened) => opened.close()));
  await rm(folder, { recursive: true });
});

type Seals = {
  notary: { origin: string; verifierKey: string | null; state: string; reason: string | null };
  events: number;
  witnesses: { name: string; state: string; size: number | null; detail: string | null }[];
  seals: { size: number; root: string; eventId: string; cosignatures: { name: string }[] }[];
};
const seals = async () => (await client.get<Seals>('/api/ledger/seals')).body;
const receipt = async (eventId: string) =>
  (await client.get<Receipt>(`/api/ledger/receipts/${eventId}`)).body;
const checkpoint = async () => (await client.get<string>('/api/ledger/checkpoint')).body;
const sealedSize = async () => (await seals()).seals[0]?.size ?? 0;
const entries = async () =>
  (await readLedger(store))
    .filter(({ stream }) => stream !== 'seals')
    .map((event) => hexToBytes(storedHash(event).replace('sha256-jcs:', '')));
/** Something new happens; resolves when a seal holds all that there is. */
async function happens(): Promise<string> {
  await createTestClient(app.url).connect();
  const events = (await readLedger(store)).filter(({ stream }) => stream !== 'seals');
  await expect.poll(sealedSize).toBe(events.length);
  return events.at(-1)!.id;
}

test('a receipt is there before the seal, says so, and is completed by it', async () => {
  let eventId = '';
  const early = async () => {
    const { headers } = await createTestClient(app.url).connect();
    const newest = (await readLedger(store)).filter(({ stream }) => stream !== 'seals').at(-1);
    eventId = newest?.id ?? '';
    const position = headers.get('x-ledger-position') ?? '';
    const asked = { 'x-ledger-position': position };
    const { body } = await client.get<Receipt>(`/api/ledger/receipts/${eventId}`, asked);
    return verifyReceipt(body).verdict;
  };
  // A seal may come between the two; after it there is a second for the next try.
  await expect.poll(early).toBe('not sealed yet');
  const before = await receipt(eventId);
  await expect.poll(async () => verifyReceipt(await receipt(eventId)).verdict).toBe('in the ledger');
  expect((await receipt(eventId)).event).toEqual(before.event);
  expect((await client.get(`/api/ledger/receipts/${crypto.randomUUID()}`)).status).toBe(404);
  expect((await client.get('/api/ledger/receipts/nonsense')).status).toBe(404);
});

test('a seal appears: its root is the one of all events, and anybody can check each of them offline', async () => {
  const eventId = await happens();
  const all = await entries();
  const {
    notary,
    events,
    seals: [newest],
  } = await seals();
  expect(notary).toEqual({
    ...{ origin: ORIGIN, verifierKey: NOTARY, state: 'sealing', reason: null },
    sealsEvery: 1,
  });
  expect(events).toBe(all.length);
  expect(newest).toMatchObject({
    size: all.length,
    root: bytesToHex(rangeRoot(appendEntries(emptyRange, all))),
  });
  await expect.poll(async () => (await seals()).seals[0]?.cosignatures.length).toBe(1);
  const trusted = { verifierKey: NOTARY, origin: ORIGIN, witnesses: [witnessKeyOf(11)] };
  for (const { id, stream } of await readLedger(store)) {
    const checked = verifyReceipt(await receipt(id), trusted);
    expect(checked.steps.filter(({ fault }) => fault !== undefined)).toEqual([]);
    expect(checked.verdict).toBe(stream === 'seals' ? 'signed by the notary' : 'in the ledger');
  }
  expect((await receipt(eventId)).inclusion?.checkpoint).toBe(await checkpoint());
});

test('the receipt of an event is had under the first seal that holds it, too, with who saw it then', async () => {
  const eventId = await happens();
  const size = await sealedSize();
  const under = async () => (await client.get<Receipt>(`/api/ledger/receipts/${eventId}?seal=first`)).body;
  const trusted = { verifierKey: NOTARY, origin: ORIGIN, witnesses: [witnessKeyOf(11)] };
  await expect.poll(async () => verifyReceipt(await under(), trusted).verdict).toBe('in the ledger');
  await happens();
  expect((await receipt(eventId)).inclusion?.size).toBeGreaterThan(size);
  const first = await under();
  expect(first.inclusion?.size).toBe(size);
  expect(verifyReceipt(first, trusted).verdict).toBe('in the ledger');
  const [seal] = (await readLedger(store)).filter(({ stream }) => stream === 'seals');
  const { body, status } = await client.get<Receipt>(`/api/ledger/receipts/${seal?.id}?seal=first`);
  expect([status, body.inclusion]).toEqual([200, null]);
});

test('any two seals are consistent, and nothing is proved beyond the last', async () => {
  await happens();
  const {
    seals: [to, from],
  } = await seals();
  expect(to!.size).toBeGreaterThan(from!.size);
  const asked = await client.get<{ proof: string[] }>(
    `/api/ledger/consistency?from=${from!.size}&to=${to!.size}`,
  );
  const [fromRoot, toRoot] = [from!.root, to!.root].map(hexToBytes);
  const proof = asked.body.proof.map(hexToBytes);
  const claim = { from: from!.size, to: to!.size, fromRoot: fromRoot!, toRoot: toRoot!, proof };
  expect(verifyConsistency(claim)).toBe(true);
  expect((await client.get(`/api/ledger/consistency?from=1&to=${to!.size + 1}`)).status).toBe(404);
  const backwards = await client.get('/api/ledger/consistency?from=2&to=1');
  expect([backwards.status, backwards.body.message]).toEqual([400, sealTexts.backwards]);
  expect((await client.get('/api/ledger/consistency?from=x&to=1')).status).toBe(400);
});

test('the seals are told the newest first, a page after the other', async () => {
  for (let n = 0; n < 3; n += 1) await happens();
  type Page = Seals & { nextCursor: string | null };
  const sizes: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor && `&cursor=${cursor}`;
    const { body }: { body: Page } = await client.get<Page>(`/api/ledger/seals?limit=1${query}`);
    sizes.push(...body.seals.map(({ size }) => size));
    cursor = body.nextCursor;
  }
  const all = (await readLedger(store)).flatMap(({ type, data }) =>
    type === 'LedgerSealed' && 'size' in data ? [data.size] : [],
  );
  expect(sizes.length).toBeGreaterThan(2);
  // One that has come since the first page stands on none of them.
  expect(sizes).toEqual(all.slice(0, sizes.length).toReversed());
});

test('an export of the first events ends with the checkpoint of their newest seal, and what witnesses cosigned of it', async () => {
  const older = async () =>
    (await seals()).seals.slice(1).find(({ cosignatures }) => cosignatures.length > 0);
  while (!(await older())) await happens();
  const seal = (await older())!;
  const to = (await readLedger(store)).findIndex(({ id }) => id === seal.eventId) + 1;
  const lines = (await (await fetch(`${app.url}/api/ledger/export?to=${to}`)).text()).trimEnd().split('\n');
  const note = parseNote(JSON.parse(lines.at(-1) ?? '').checkpoint)!;
  expect(parseCheckpoint(note.text)?.size).toBe(seal.size);
  expect(cosignaturesOf(note, [parseVerifierKey(witnessKeyOf(11))!])).toHaveLength(1);
});

test('tiles and entries as C2SP serves them, for ever the same, and none beyond the last seal', async () => {
  const all = await entries();
  const size = await sealedSize();
  const get = (path: string) => fetch(new URL(`/api/ledger/tile/${path}`, app.url));
  const head = await client.get('/api/ledger/checkpoint');
  expect(head.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(head.headers.get('cache-control')).toBe('no-store');
  const tile = await get(`0/000.p/${size}`);
  expect(tile.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(tile.headers.get('content-type')).toBe('application/octet-stream');
  expect((await tile.arrayBuffer()).byteLength).toBe(size * 32);
  const bundle = Buffer.from(await (await get(`entries/000.p/${size}`)).arrayBuffer());
  expect(bundle.length).toBe(size * 34);
  expect(bundle.subarray(0, 34).toString('hex')).toBe(`0020${bytesToHex(all[0]!)}`);
  for (const path of [
    `0/000.p/${size + 1}`,
    '0/000',
    '1/000.p/1',
    '64/000',
    '0/x000/000',
    'entries/001',
    '0/',
  ]) {
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  }
});

test('a tile of which the read models have lost a part is no answer, and nothing that a cache keeps', async () => {
  // A proof for a witness cannot be made meanwhile, either, and it would not be asked again for half a minute.
  await expect.poll(async () => (await seals()).witnesses[0]?.state).toBe('agrees');
  const size = await sealedSize();
  const pool = createPool(app.databaseUrl);
  const move = (from: number, to: number) =>
    pool.query(`update ${LIVE_SCHEMA}.log_events set index = $2 where index = $1`, [from, to]);
  try {
    await move(size - 1, 1_000_000);
    const hasty = createTestClient(app.url, undefined, { comesAgain: false });
    for (const path of ['0', 'entries']) {
      const { status, headers } = await hasty.get(`/api/ledger/tile/${path}/000.p/${size}`);
      expect([path, status, headers.get('cache-control')]).toEqual([path, 503, 'no-store']);
    }
  } finally {
    await move(1_000_000, size - 1);
    await pool.end();
  }
});

test('a witness that looks by itself cosigns; one that has seen another history refuses, and that is shown', async () => {
  const { opened } = await witness(13);
  expect(await lookAtLog(opened, `${app.url}/api/ledger`)).toMatchObject({ kind: 'cosigned' });
  await happens();
  expect(await lookAtLog(opened, `${app.url}/api/ledger`)).toMatchObject({ kind: 'cosigned' });
  const state = async () => (await seals()).witnesses.map(({ name, state: now }) => [name, now]);
  await expect.poll(state).toEqual([
    ['w.example/11', 'agrees'],
    ['w.example/12', 'silent'],
    ['w.example/14', 'refuses'],
    ['w.example/15', 'refuses'],
  ]);
  expect((await seals()).witnesses[2]?.detail).toMatch(/^it has seen another history/);
  const note = parseNote(await checkpoint())!;
  expect(parseCheckpoint(note.text)).toMatchObject({ origin: ORIGIN });
  expect(note.signatures.map(({ name }) => name)).toEqual([ORIGIN, 'w.example/11']);
  const position = formatPosition((await readLedger(store)).at(-1)!.position);
  expect((await client.get('/api/ledger/seals', { 'x-ledger-position': position })).status).toBe(200);
});

test('the numbers and the state of readiness say how the seals are', async () => {
  const ready = await client.get<{ notary: string }>('/readyz');
  expect([ready.status, ready.body.notary]).toEqual([200, 'sealing']);
  const numbers = (await client.get<string>('/metrics')).body;
  expect(numbers).toContain('evo_notary_halted 0');
  expect(numbers).toContain(`evo_sealed_events ${await sealedSize()}`);
  const refusals = numbers.split('\n').filter((line) => line.startsWith('evo_witness_refuses{'));
  // One that does not know the ledger has not compared anything.
  expect(refusals).toEqual(
    [
      [11, 0, 0],
      [12, 0, 0],
      [14, 1, 0],
      [15, 0, 1],
    ].flatMap(([n, another, other]) => [
      `evo_witness_refuses{witness="w.example/${n}",why="another history"} ${another}`,
      `evo_witness_refuses{witness="w.example/${n}",why="no history compared"} ${other}`,
    ]),
  );
});
