import { resolve } from 'node:path';
import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, test } from 'vitest';
import { COSIGNATURE_V1, verifierKeyOf } from '../../ledger/proof/signed-note.ts';
import { readConfig } from '../config.ts';
import { hasKey, originOf } from './start-notary.ts';

const keyOf = (n: number, type = COSIGNATURE_V1) =>
  verifierKeyOf(`w.example/${n}`, ed25519.getPublicKey(new Uint8Array(32).fill(n)), type);
const witnessesOf = (text: string) =>
  readConfig({ WITNESSES: text }).notary.witnesses.map(({ key, url }) => [key.name, url]);

test('witnesses stand on lines or between commas, each with its key and its address', () => {
  expect(readConfig({}).notary).toEqual({
    keyFile: undefined,
    origin: undefined,
    sealEveryMs: 60_000,
    witnesses: [],
  });
  expect(
    witnessesOf(
      `${keyOf(1)} https://a.example/w/\n ${keyOf(2)}  http://b.example , ${keyOf(3)} http://c.example`,
    ),
  ).toEqual([
    ['w.example/1', 'https://a.example/w'],
    ['w.example/2', 'http://b.example'],
    ['w.example/3', 'http://c.example'],
  ]);
});

test.each([
  ['a key alone', keyOf(1)],
  ['an address alone', 'https://a.example'],
  ['a key of a log', `${keyOf(1, 1)} https://a.example`],
  ['a key whose id is another', `${keyOf(1).replace('+', '+0')} https://a.example`],
  ['another protocol', `${keyOf(1)} ftp://a.example`],
  ['an address with a password', `${keyOf(1)} https://me:secret@a.example`],
  ['an address with a password and no user', `${keyOf(1)} https://:secret@a.example`],
  ['two addresses', `${keyOf(1)} https://a.example https://b.example`],
  ['the same witness twice', `${keyOf(1)} https://a.example, ${keyOf(1)} https://b.example`],
])('%s is refused', (_, text) => {
  const read = () => readConfig({ WITNESSES: text });
  expect(read).toThrow(/WITNESSES: /);
  expect(read).not.toThrow(/secret/);
});

test('what is wrong with a witness is said', () => {
  expect(() => readConfig({ WITNESSES: 'https://a.example' })).toThrow(
    'WITNESSES: must begin each witness with its verifier key of type 0x04',
  );
  expect(() => readConfig({ WITNESSES: `${keyOf(1)} ftp://a.example` })).toThrow(
    'WITNESSES: must name one http or https URL behind the key of w.example/1',
  );
  expect(() =>
    readConfig({ WITNESSES: `${keyOf(1)} https://a.example\n${keyOf(1)} https://b.example` }),
  ).toThrow('WITNESSES: names w.example/1 twice');
});

test('as many witnesses are named as a checkpoint has lines for, and no more', () => {
  const named = (count: number) =>
    Array.from({ length: count }, (_, n) => `${keyOf(n + 1)} https://w${n}.example`).join(',');
  expect(witnessesOf(named(63))).toHaveLength(63);
  expect(() => readConfig({ WITNESSES: named(64) })).toThrow('WITNESSES: names more than 63 witnesses');
});

test('empty lines, spaces and closing slashes say nothing; one name may have two keys', () => {
  const renewed = verifierKeyOf(
    'w.example/1',
    ed25519.getPublicKey(new Uint8Array(32).fill(9)),
    COSIGNATURE_V1,
  );
  expect(
    witnessesOf(`\n , ${keyOf(1)}\thttps://a.example/deep/path//  ,\n\n${renewed} https://b.example/\n`),
  ).toEqual([
    ['w.example/1', 'https://a.example/deep/path'],
    ['w.example/1', 'https://b.example'],
  ]);
});

test('the file of the key is found from where the program was started', () => {
  expect(readConfig({ NOTARY_KEY: 'keys/notary' }).notary.keyFile).toBe(resolve('keys/notary'));
});

test.each([
  ['SEAL_SECONDS', '0'],
  ['SEAL_SECONDS', '3601'],
  ['SEAL_SECONDS', '1.5'],
  ['LEDGER_ORIGIN', 'a b'],
  ['LEDGER_ORIGIN', 'a+b'],
])('%s is not %s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}: `));
});

test('whose ledger it is, and where nothing can be sealed', () => {
  expect(originOf(readConfig({}), 'https://rewards.example')).toBe('rewards.example/ledger');
  expect(originOf(readConfig({ LEDGER_ORIGIN: 'other.example/l' }), 'https://rewards.example')).toBe(
    'other.example/l',
  );
  const elsewhere = {
    EVENTSTORE_URL: 'esdb://db:2113?tls=false',
    DATABASE_URL: 'postgres://db/evo',
    VAULT_KEY: Buffer.alloc(32).toString('base64'),
    SUPER_ADMIN_WALLET: '0x52908400098527886E0F7030069857D2E4169EE7',
  };
  expect(hasKey(readConfig(elsewhere))).toBe(false);
  expect(hasKey(readConfig({ ...elsewhere, NOTARY_KEY: './key' }))).toBe(true);
  expect(hasKey(readConfig({}))).toBe(true);
});
