import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProjectorConfig } from './config.ts';
import { readSecretFiles, withPassword } from './secret-files.ts';

let folder: string;
const put = (name: string, text: string) => {
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'evo-secrets-'));
  chmodSync(folder, 0o700);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a secret is read from the file that its setting names, without the last line feed', () => {
  const file = put('token', 's3cret with spaces \n');
  expect(readSecretFiles({ TOKEN_FILE: file, OTHER: 'x' }, ['TOKEN'])).toEqual({
    values: { TOKEN_FILE: file, OTHER: 'x', TOKEN: 's3cret with spaces ' },
    faults: [],
  });
});

test('a file that is away, and a secret that is given twice, are faults that tell no secret; an empty file is nothing', () => {
  const { faults, values } = readSecretFiles(
    { A_FILE: join(folder, 'nowhere'), B_FILE: put('empty', '\n'), C: 'hidden', C_FILE: put('c', 'hidden') },
    ['A', 'B', 'C'],
  );
  expect(faults).toEqual([
    `A_FILE: ${join(folder, 'nowhere')} cannot be read (ENOENT)`,
    'C_FILE: C is set too; leave one of them out',
  ]);
  expect(values.B).toBeUndefined();
});

test.each(['plain', 'a/b?c#d@e:f%20g', 'ü&= +'])(
  'the client of Postgres sends the password %j as it is',
  (password) => {
    const connectionString = withPassword('postgres://evo@postgres:5432/evo', password);
    expect(new pg.Client({ connectionString })).toMatchObject({ password, user: 'evo', host: 'postgres' });
  },
);

test.each(['plain', 'a/b?c#d@e:f%20g', 'ü&= +'])('and so it does over a socket: %j', (password) => {
  const connectionString = withPassword('postgres:///evo?host=/run/postgresql&user=evo', password);
  const client = new pg.Client({ connectionString });
  expect(client).toMatchObject({ password, user: 'evo', host: '/run/postgresql', database: 'evo' });
});

test('a password that stands in the address stays', () => {
  expect(withPassword('postgres://evo:own@postgres/evo', 'other')).toBe('postgres://evo:own@postgres/evo');
  const socket = 'postgres:///evo?host=/run/postgresql&user=evo&password=own';
  expect(withPassword(socket, 'other')).toBe(socket);
});

test('the projector takes its addresses and its password from files', () => {
  expect(
    readProjectorConfig({
      EVENTSTORE_URL_FILE: put('store', 'esdb://evo:secret@es1:2113\n'),
      DATABASE_URL: 'postgres://evo@db/evo',
      PGPASSWORD_FILE: put('password', 'p/w\n'),
    }),
  ).toMatchObject({
    eventStoreUrl: 'esdb://evo:secret@es1:2113',
    databaseUrl: 'postgres://evo:p%2Fw@db/evo',
  });
  expect(() =>
    readProjectorConfig({ EVENTSTORE_URL_FILE: '/nowhere', DATABASE_URL: 'postgres://db' }),
  ).toThrow(/EVENTSTORE_URL_FILE: \/nowhere cannot be read/);
});
