import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClient, idempotencyKey } from '../testing/client.ts';
import { type Composed, compose, docker } from '../testing/deployment/composed.ts';
import { superAdminOf } from '../testing/deployment/work.ts';

const superAdminWallet = superAdminOf('compose-cluster').account.address;
const NODES = ['es1', 'es2', 'es3'];

let site: Composed;

/** As docs/operations.md begins a cluster: the nodes first, then the program's own user, then the rest. */
beforeAll(async () => {
  site = await compose({ superAdminWallet, shape: 'cluster' });
  await site.compose(['build', 'api']);
  await site.compose(['up', '--detach', '--wait', ...NODES, 'postgres']);
});
afterAll(async () => {
  await site?.stop();
  if (site) await docker('rmi', `evo-rewards:${site.release}`);
});

const inside = (service: string, command: string) =>
  site.compose(['exec', '-T', service, 'sh', '-c', command]);

test('a node holds its own certificate, readable by itself alone, and the key of the authority is nowhere', async () => {
  for (const node of NODES) {
    const modes = await inside(node, 'cd /etc/eventstore/certs/node && stat -c "%n %u %a" node.crt node.key');
    expect(modes.trim().split('\n')).toEqual(['node.crt 1000 400', 'node.key 1000 400']);
    expect(await inside(node, 'find / -name ca.key 2> /dev/null || true')).toBe('');
    expect((await inside(node, 'ls /run/secrets')).split('\n').filter(Boolean)).toEqual([
      'eventstore-admin-password',
      'eventstore-ops-password',
    ]);
  }
});

test('with the user and the rights that the operator gives it, the program runs on all three', async () => {
  const password = randomUUID();
  const user = JSON.stringify({ loginName: 'evo', fullName: 'evo-rewards', groups: [], password });
  const curl = (as: string) =>
    inside(
      'es1',
      `curl --fail --silent --show-error --cacert /etc/eventstore/certs/ca/ca.crt -u "${as}" -H "content-type: application/json" https://localhost:2113/users/ -d '${user}'`,
    );
  await expect(curl('admin:changeit')).rejects.toThrow('401');
  await curl('admin:$(cat /run/secrets/eventstore-admin-password)');

  const hosts = NODES.map((node) => `${node}:2113`).join(',');
  const address = `esdb://evo:${password}@${hosts}?tls=true&tlsCaFile=/certs/ca/ca.crt`;
  const secrets = join(site.folder, 'secrets');
  await writeFile(join(secrets, 'eventstore-url.new'), address, { mode: 0o444 });
  await rename(join(secrets, 'eventstore-url.new'), join(secrets, 'eventstore-url'));
  const admin = join(site.folder, 'as-admin');
  const adminPassword = await readFile(join(secrets, 'eventstore-admin-password'), 'utf8');
  await writeFile(admin, `admin:${adminPassword}`, { mode: 0o444 });
  const ops = (volumes: readonly string[], ...parameters: string[]) =>
    site.compose(['run', '--rm', ...volumes, 'backup', 'node', ...parameters]);
  await ops(
    ['--volume', `${admin}:/as-admin:ro`],
    'api/ops/main.ts',
    'store-rights',
    '--set',
    '--as-admin',
    '/as-admin',
  );

  await site.compose(['up', '--detach', '--wait']);
  const person = createTestClient(site.url);
  expect((await person.connect()).status).toBe(200);
  expect((await person.post('/api/rewards/claim', {}, idempotencyKey())).status).toBe(200);
  expect(await ops([], 'api/ops/main.ts', 'doctor')).toMatch(/^0 faults/m);
  const verdict = await site.compose([
    ...['run', '--rm', 'backup', 'sh', '-c'],
    `node projector/audit/main.ts verify "$(cat /run/secrets/eventstore-url)" --super-admin ${superAdminWallet}`,
  ]);
  expect(verdict).toContain('sound');
});
