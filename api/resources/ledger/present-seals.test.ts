import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, test } from 'vitest';
import { sealTexts } from '../../../contracts/seal-messages.ts';
import { COSIGNATURE_V1, parseVerifierKey, verifierKeyOf } from '../../../ledger/proof/signed-note.ts';
import type { SealRow } from '../../../projector/read-models/log/queries.ts';
import type { WitnessRow } from '../../notary/witnesses.ts';
import { presentNotary, presentSeal, presentWitness } from './present-seals.ts';

const publicKey = ed25519.getPublicKey(new Uint8Array(32).fill(1));
const NOTARY = verifierKeyOf('old.example/ledger', publicKey);
const WITNESS = verifierKeyOf('w.example/1', publicKey, COSIGNATURE_V1);
const at = new Date('2026-01-02T03:04:05Z');

test('the origin is the name of the key that the ledger has; without a key it says why nothing is sealed', () => {
  const sealing = { state: 'sealing', reason: null, since: at } as const;
  expect(presentNotary('new.example/ledger', NOTARY, sealing, true, 15_000)).toEqual({
    origin: 'old.example/ledger',
    verifierKey: NOTARY,
    state: 'sealing',
    reason: null,
    sealsEvery: 15,
  });
  const none = { origin: 'new.example/ledger', verifierKey: null, state: 'starting', sealsEvery: 15 };
  expect(presentNotary('new.example/ledger', undefined, undefined, true, 15_000)).toEqual({
    ...none,
    reason: null,
  });
  expect(presentNotary('new.example/ledger', undefined, undefined, false, 15_000)).toEqual({
    ...none,
    reason: sealTexts.noKey,
  });
  // A replica without a key shows what the one with it says.
  expect(
    presentNotary('x', NOTARY, { ...sealing, state: 'halted', reason: 'why' }, false, 15_000),
  ).toMatchObject({
    state: 'halted',
    reason: 'why',
  });
});

test('each state of a witness', () => {
  const key = parseVerifierKey(WITNESS);
  if (!key) throw new Error('no key');
  const newest = { size: 10 } as SealRow; // its size alone is looked at
  const agrees: WitnessRow = {
    verifierKey: WITNESS,
    size: 10,
    cosignedAt: at,
    state: 'agrees',
    detail: null,
    askedAt: at,
  };
  const stateOf = (row: WitnessRow | undefined) =>
    presentWitness({ key, url: 'https://w.example' }, new Map(row && [[WITNESS, row]]), newest);
  expect(stateOf(undefined)).toEqual({
    name: 'w.example/1',
    verifierKey: WITNESS,
    state: 'unasked',
    size: null,
    at: null,
    detail: null,
  });
  expect(stateOf(agrees)).toMatchObject({ state: 'agrees', size: 10, at: at.toISOString() });
  expect(stateOf({ ...agrees, size: 9 }).state).toBe('behind');
  expect(stateOf({ ...agrees, size: 9, state: 'silent', detail: 'away' })).toMatchObject({
    state: 'silent',
    detail: 'away',
  });
  expect(stateOf({ ...agrees, state: 'refuses', detail: 'another history' }).state).toBe('refuses');
});

test('a seal has the cosignatures of its own size', () => {
  const seal = {
    revision: 1n,
    size: 10,
    root: '0'.repeat(64),
    eventId: crypto.randomUUID(),
    position: { commit: 5n, prepare: 4n },
    origin: 'old.example/ledger',
    verifierKey: NOTARY,
    signature: '',
    sealedAt: at,
  };
  const cosigned = { verifierKey: WITNESS, at, signature: new Uint8Array() };
  const shown = presentSeal(seal, [
    { ...cosigned, size: 10 },
    { ...cosigned, size: 9 },
  ]);
  expect(shown).toMatchObject({ size: 10, ledgerPosition: 'C:5/P:4', sealedAt: at.toISOString() });
  expect(shown.cosignatures).toEqual([{ name: 'w.example/1', verifierKey: WITNESS, at: at.toISOString() }]);
});
