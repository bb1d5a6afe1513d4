import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ed25519 } from '@noble/curves/ed25519.js';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { base64Of } from '../../ledger/proof/base64.ts';
import { checkpointText } from '../../ledger/proof/checkpoint.ts';
import { cosign } from '../../ledger/proof/cosignature.ts';
import { merkleTree } from '../../ledger/proof/merkle.ts';
import {
  COSIGNATURE_V1,
  parseVerifierKey,
  signatureLine,
  signText,
  verifierKeyOf,
} from '../../ledger/proof/signed-note.ts';
import { addCheckpointBody, parseAddCheckpoint } from '../../ledger/witness/add-checkpoint.ts';
import type { Witness } from '../../ledger/witness/ask-witness.ts';
import { openWitness, type RunningWitness } from '../../ledger/witness/witness.ts';
import { LIVE_SCHEMA } from '../../projector/database.ts';
import { startTestReadModels, type TestReadModels } from '../../projector/testing/read-models.ts';
import { migrate } from '../migrate.ts';
import { cosignaturesOfSeals } from './checkpoint.ts';
import { type AskingPauses, askAgainAndAgain, readWitnesses, witnessKey } from './witnesses.ts';

const ORIGIN = 'rewards.example/ledger';
const seedOf = (n: number) => new Uint8Array(32).fill(n);
const LOG = verifierKeyOf(ORIGIN, ed25519.getPublicKey(seedOf(1)));
const entries = Array.from({ length: 20 }, (_, n) => seedOf(n));
/** Milliseconds. With the second a test sees who is asked again at once: nobody else is, while it runs. */
const [SOON, LATER] = [
  { lookEvery: 20, askAgain: 50 },
  { lookEvery: 20, askAgain: 600_000 },
];

let db: TestReadModels;
let folder: string;
let witness: RunningWitness;
/** Milliseconds, of the clock of the witness. */
let now: number;
let http: Server;
/** What stands before the witness: it may hold a request back, and answer in its place. */
let gate: () => Promise<{ readonly status: number } | undefined>;
let stopping: AbortController[];
let asking: Promise<void>[];

beforeAll(async () => {
  db = await startTestReadModels();
  await migrate(db.pool);
  await db.pool.query(
    `insert into ${LIVE_SCHEMA}.log_events (commit, prepare, index, id, hash, stream, revision, type, occurred_at)
     select number, number, number - 1, gen_random_uuid(), hash, 'account-' || number, 0, 'AccountOpened', now()
     from unnest($1::bytea[]) with ordinality as entry (hash, number)`,
    [entries.map((entry) => Buffer.from(entry))],
  );
});
afterAll(() => db.stop());
beforeEach(async () => {
  await db.pool.query(`truncate notary.witnesses, notary.cosignatures, ${LIVE_SCHEMA}.log_seals`);
  folder = await mkdtemp(join(tmpdir(), 'evo-witnesses-'));
  const logKey = parseVerifierKey(LOG);
  if (!logKey) throw new Error('the key of the log is one');
  now = Date.parse('2026-03-01T10:00:00Z');
  const options = { folder, name: 'w.example/1', seed: seedOf(2), now: () => now };
  witness = await openWitness({ ...options, logKeys: [logKey] });
  gate = async () => undefined;
  http = createServer((request, response) => {
    void text(request).then(async (body) => {
      const { status } = (await gate()) ?? {};
      if (status !== undefined) return response.writeHead(status).end();
      const answer = await witness.add(body);
      return response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  stopping = [];
  asking = [];
});
afterEach(async () => {
  for (const one of stopping) one.abort();
  await Promise.all(asking);
  http.closeAllConnections();
  await new Promise<void>((resolve) => http.close(() => resolve()));
  await witness.close();
  await rm(folder, { recursive: true });
});

const noteOf = (size: number) => {
  const note = checkpointText({ origin: ORIGIN, size, root: merkleTree(entries.slice(0, size)).root });
  return { text: note, signatures: [signText(note, ORIGIN, seedOf(1))] };
};

/** The notary has sealed so many events. */
async function seal(size: number): Promise<void> {
  const [signature] = noteOf(size).signatures;
  if (!signature) throw new Error('the note is signed');
  await db.pool.query(
    `insert into ${LIVE_SCHEMA}.log_seals
       (revision, size, root, event_id, commit, prepare, origin, verifier_key, signature, sealed_at)
     values ($1, $1, $2, gen_random_uuid(), $1, $1, $3, $4, $5, now())`,
    [size, Buffer.from(merkleTree(entries.slice(0, size)).root), ORIGIN, LOG, base64Of(signature.signature)],
  );
}

/** A replica that asks, until `stop`; `heard` is how often it has heard from a witness, and kept what it heard. */
function replica(pauses: AskingPauses = SOON, others: readonly Witness[] = []) {
  const over = new AbortController();
  let heard = 0;
  const log = {
    write(line: string) {
      if (JSON.parse(line).msg === 'a witness was asked') heard += 1;
    },
  };
  const key = parseVerifierKey(witness.verifierKey);
  if (!key) throw new Error('the key of the witness is one');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`; // it listens on a port
  const parts = { db: db.pool, witnesses: [...others, { key, url }], logger: pino({ level: 'debug' }, log) };
  const ended = askAgainAndAgain(parts, over.signal, pauses);
  stopping.push(over);
  asking.push(ended);
  return {
    heard: () => heard,
    async stop() {
      over.abort();
      await ended;
    },
  };
}

const said = async () => (await readWitnesses(db.pool)).get(witness.verifierKey);

/** Holds the next request back until `goOn`. */
function holdNext() {
  const [reached, goOn] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<{ readonly status: number } | undefined>(),
  ];
  gate = () => {
    gate = async () => undefined;
    reached.resolve();
    return goOn.promise;
  };
  return { reached: reached.promise, goOn: goOn.resolve };
}

test.each([
  ['that it knows of more', undefined],
  ['nothing', { status: 503 }],
  ['that it trusts nobody', { status: 403 }],
])(
  'a replica that stood still and hears late: %s. What another replica was told since stays',
  async (_, late) => {
    await seal(8);
    const held = holdNext();
    const still = replica(LATER);
    await held.reached;
    await seal(10);
    const other = replica();
    await expect.poll(said).toMatchObject({ state: 'agrees', size: 10 });
    await other.stop();
    expect(still.heard()).toBe(0);
    held.goOn(late);
    await expect.poll(still.heard).toBe(1);
    expect(await said()).toMatchObject({ state: 'agrees', size: 10, detail: null });
  },
);

test('a witness that another replica has asked about a newer seal is no refusal: it is asked about that one at once', async () => {
  await seal(8);
  const held = holdNext();
  replica(LATER);
  await held.reached;
  // Whoever asked about this one has died before it kept the answer.
  await seal(10);
  await witness.add(addCheckpointBody({ oldSize: 0, proof: [], note: noteOf(10) }));
  held.goOn(undefined);
  await expect.poll(said).toMatchObject({ state: 'agrees', size: 10 });
});

test('a witness that knows more than was ever sealed here refuses, and agrees once as much is sealed', async () => {
  await witness.add(addCheckpointBody({ oldSize: 0, proof: [], note: noteOf(10) }));
  await seal(8);
  replica();
  await expect.poll(said).toMatchObject({
    state: 'refuses',
    size: null,
    detail: expect.stringContaining('has cosigned 10 events of this ledger, which has only 8 sealed'),
  });
  await seal(12);
  await expect.poll(said).toMatchObject({ state: 'agrees', size: 12, detail: null });
});

test('one that is said to refuse what it has cosigned is asked again, and not only about the next seal', async () => {
  await seal(10);
  const first = replica();
  await expect.poll(said).toMatchObject({ state: 'agrees', size: 10 });
  await first.stop();
  // As a replica of before could leave it.
  await db.pool.query("update notary.witnesses set state = 'refuses', detail = 'another history'");
  replica();
  await expect.poll(said).toMatchObject({ state: 'agrees', size: 10, detail: null });
});

test('of what a witness has cosigned twice the earlier word stays, which alone may show that a raffle was frozen in time', async () => {
  const kept = async () => {
    const { rows } = await db.pool.query('select size, cosigned_at, signature from notary.cosignatures');
    return rows;
  };
  await seal(10);
  const first = replica();
  await expect.poll(said).toMatchObject({ state: 'agrees', size: 10 });
  await first.stop();
  const [earlier] = await kept();
  expect(earlier).toMatchObject({ cosigned_at: new Date(now) });
  now += 60_000;
  await db.pool.query("update notary.witnesses set state = 'refuses', detail = 'another history'");
  replica();
  await expect.poll(said).toMatchObject({ state: 'agrees', size: 10 });
  expect(await kept()).toEqual([earlier]);
});

test('one that does not answer keeps no other waiting: that one is asked about each newer seal', async () => {
  const slow = createServer();
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const key = parseVerifierKey(verifierKeyOf('w.example/2', ed25519.getPublicKey(seedOf(3)), COSIGNATURE_V1));
  if (!key) throw new Error('the key of the witness is one');
  const silent = { key, url: `http://127.0.0.1:${(slow.address() as AddressInfo).port}` }; // it listens on a port
  try {
    const { stop } = replica({ ...LATER, timeout: 600_000 }, [silent]);
    for (const size of [8, 10, 12]) {
      await seal(size);
      await expect.poll(said).toMatchObject({ state: 'agrees', size });
    }
    expect((await readWitnesses(db.pool)).get(witnessKey(silent))).toBeUndefined();
    // Nor does it keep the program from ending.
    await stop();
  } finally {
    slow.closeAllConnections();
    await new Promise<void>((resolve) => slow.close(() => resolve()));
  }
});

test('one that counts in milliseconds has told no time that an answer can say: it has cosigned nothing', async () => {
  const [name, seed] = ['w.example/2', seedOf(3)];
  const key = parseVerifierKey(verifierKeyOf(name, ed25519.getPublicKey(seed), COSIGNATURE_V1));
  if (!key) throw new Error('the key of the witness is one');
  const odd = createServer((request, response) => {
    void text(request).then((body) => {
      const note = parseAddCheckpoint(body)?.note.text ?? '';
      response
        .writeHead(200, { 'content-type': 'text/plain' })
        .end(signatureLine(cosign(note, name, seed, now)));
    });
  });
  await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
  const other = { key, url: `http://127.0.0.1:${(odd.address() as AddressInfo).port}` }; // it listens on a port
  try {
    await seal(10);
    replica(LATER, [other]);
    await expect.poll(said).toMatchObject({ state: 'agrees', size: 10 });
    const ofOther = async () => (await readWitnesses(db.pool)).get(witnessKey(other));
    await expect.poll(ofOther).toMatchObject({ state: 'refuses', size: null });
    const root = Buffer.from(merkleTree(entries.slice(0, 10)).root).toString('hex');
    const cosigned = await cosignaturesOfSeals(db.pool, [{ size: 10, root }]);
    expect(cosigned.map(({ verifierKey }) => verifierKey)).toEqual([witness.verifierKey]);
  } finally {
    odd.closeAllConnections();
    await new Promise<void>((resolve) => odd.close(() => resolve()));
  }
});
