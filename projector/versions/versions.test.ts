import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LIVE_SCHEMA } from '../database.ts';
import { readModels } from '../read-models/all.ts';
import { digestOf, filesOf, PARTS } from './digest.ts';
import { readVersions, schemaOf } from './versions.ts';

const MODELS = fileURLToPath(new URL('../read-models', import.meta.url));

test('code that makes rows has not changed under its number (else: npm run read-models)', () => {
  const versions = readVersions();
  const changed = Object.keys(PARTS).filter((part) => versions[part]?.digest !== digestOf(part));
  expect(changed, 'run `npm run read-models`, which raises their numbers').toEqual([]);
  expect(Object.keys(versions).sort()).toEqual(Object.keys(PARTS).sort());
});

test('every read model has a number, and every file that makes rows belongs to a part', () => {
  expect(Object.keys(PARTS)).toEqual(expect.arrayContaining(readModels.map(({ name }) => name)));
  const files = new Set(Object.keys(PARTS).flatMap(filesOf));
  const needed = readdirSync(MODELS, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|\/)(project\.ts|schema\.sql)$/.test(path))
    .map((path) => `projector/read-models/${path}`);
  expect(needed.filter((path) => !files.has(path))).toEqual([]);
  expect(filesOf('events')).toContain('contracts/events/account.ts');
});

test('another number is another schema, also where the sum is the same', () => {
  const a = { users: { version: 2, digest: '' }, log: { version: 1, digest: '' } };
  const b = { users: { version: 1, digest: '' }, log: { version: 2, digest: '' } };
  expect(schemaOf(a)).toMatch(/^read_v3_[0-9a-f]{8}$/);
  expect(schemaOf(b)).not.toBe(schemaOf(a));
  expect(schemaOf({ ...a, users: { version: 2, digest: 'other' } })).toBe(schemaOf(a));
  expect(LIVE_SCHEMA).toBe(schemaOf(readVersions()));
});

test('no query names the schema of one release', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const files = ['projector', 'api'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map(
      (path) => `${root}${folder}/${path}`,
    ),
  );
  const named = files
    .filter((path) => /\.(ts|sql)$/.test(path))
    .filter((path) => new RegExp(`${'read_'}models\\.`).test(readFileSync(path, 'utf8')));
  expect(named).toEqual([]);
});
