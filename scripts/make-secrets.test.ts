import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { composeModels } from './compose-model.ts';

test('the script makes every secret that a file names, closed to other users, and never changes one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evo-secrets-'));
  const secrets = join(folder, 'secrets');
  const make = () =>
    execFileSync('sh', [new URL('../deploy/make-secrets.sh', import.meta.url).pathname, secrets]);
  try {
    make();
    const read = () =>
      Object.fromEntries(
        readdirSync(secrets).map((name) => [name, readFileSync(join(secrets, name), 'utf8')]),
      );
    const made = read();
    const named = Object.values(composeModels()).flatMap((model) => Object.keys(model.secrets));
    // In Kubernetes the address of Postgres is one of them.
    expect(Object.keys(made).toSorted()).toEqual([...new Set([...named, 'database-url'])].toSorted());
    const random = ['vault-key', 'notary-key', 'postgres-password', 'metrics-token'].map(
      (name) => made[name],
    );
    for (const text of random) expect(text).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(new Set(random).size).toBe(random.length);
    expect(made['smtp-url']).toBe('');
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    make();
    expect(read()).toEqual(made);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('of several scripts that make the secrets at once none changes what another has made', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'evo-secrets-'));
  const script = new URL('../deploy/make-secrets.sh', import.meta.url).pathname;
  const read = () =>
    readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  try {
    // What each of them leaves behind when it says that all are there.
    const left = await Promise.all(
      Array.from({ length: 8 }, () => promisify(execFile)('sh', [script, folder]).then(read)),
    );
    for (const one of left) expect(one).toEqual(read());
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
