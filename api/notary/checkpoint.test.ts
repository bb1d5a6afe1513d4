import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, test } from 'vitest';
import { base64Of } from '../../ledger/proof/base64.ts';
import { checkpointText, parseCheckpoint } from '../../ledger/proof/checkpoint.ts';
import { cosign, cosignaturesOf } from '../../ledger/proof/cosignature.ts';
import {
  COSIGNATURE_V1,
  formatNote,
  parseNote,
  parseVerifierKey,
  signText,
  verifierKeyOf,
  verifyNote,
} from '../../ledger/proof/signed-note.ts';
import type { Database } from '../../projector/database.ts';
import type { SealRow } from '../../projector/read-models/log/queries.ts';
import { cosignedNote } from './checkpoint.ts';

const ORIGIN = 'rewards.example/ledger';
const seedOf = (n: number) => new Uint8Array(32).fill(n);
const text = checkpointText({ origin: ORIGIN, size: 8, root: seedOf(7) });
const verifierKey = verifierKeyOf(ORIGIN, ed25519.getPublicKey(seedOf(1)));
const seal = {
  ...{ origin: ORIGIN, size: 8, root: Buffer.from(seedOf(7)).toString('hex'), verifierKey },
  signature: base64Of(signText(text, ORIGIN, seedOf(1)).signature),
} as SealRow; // no other member of it is looked at

/** Witnesses, and the table of what they have cosigned. */
function witnessed(count: number) {
  const witnesses = Array.from({ length: count }, (_, n) => ({
    name: `w.example/${n}`,
    seed: seedOf(n + 2),
  }));
  const keys = witnesses.map(({ name, seed }) =>
    verifierKeyOf(name, ed25519.getPublicKey(seed), COSIGNATURE_V1),
  );
  const rows = witnesses.map(({ name, seed }, n) => ({
    ...{ size: '8', verifier_key: keys[n], cosigned_at: new Date(1_800_000_000_000) },
    signature: Buffer.from(cosign(text, name, seed, 1_800_000_000).signature),
  }));
  // Nothing but the rows of an answer is looked at.
  const db = { query: async () => ({ rows }) } as unknown as Database;
  return { db, keys: keys.map(parseVerifierKey).filter((key) => key !== undefined) };
}

test.each([0, 3, 63, 64, 100])('a checkpoint that %i witnesses have cosigned can be read', async (count) => {
  const { db, keys } = witnessed(count);
  const note = parseNote(formatNote(await cosignedNote(db, seal)));
  expect(note && parseCheckpoint(note.text)).toMatchObject({ origin: ORIGIN, size: 8 });
  const notary = parseVerifierKey(verifierKey);
  expect(note && notary && verifyNote(note, [notary])).toEqual([notary]);
  expect(note && cosignaturesOf(note, keys)).toHaveLength(Math.min(count, 63));
});
