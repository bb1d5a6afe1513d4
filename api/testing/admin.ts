import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Answer, createTestClient, done, idempotencyKey, placeIn, type TestClient } from './client.ts';
import type { TestApp } from './start-app.ts';

/** A signed-in browser that names its wallet on every call, as the admin panel does. */
export type AdminClient = {
  readonly client: TestClient;
  readonly address: string;
  get<Body = Record<string, unknown>>(path: string, after?: { headers: Headers }): Promise<Answer<Body>>;
  /** With an Idempotency-Key of its own unless one is given. */
  post<Body = Record<string, unknown>>(
    path: string,
    body?: unknown,
    key?: Record<string, string>,
  ): Promise<Answer<Body>>;
};

/** `get` waits for what an earlier answer has done. */
export function asAdmin(client: TestClient): AdminClient {
  const { address } = client.account;
  const wallet = { 'x-wallet-address': address };
  return {
    client,
    address,
    get: (path, after) => client.get(path, { ...wallet, ...(after && placeIn(after)) }),
    post: (path, body, key = idempotencyKey()) => client.post(path, body ?? {}, { ...wallet, ...key }),
  };
}

/** The super admin of a local trial, signed in. */
export async function superAdminOf(app: Pick<TestApp, 'url' | 'dataDir'>): Promise<AdminClient> {
  const keys = JSON.parse(await readFile(join(app.dataDir, 'demo-wallets.json'), 'utf8'));
  const client = createTestClient(app.url, keys.admin);
  await done(client.connect());
  return asAdmin(client);
}

/** Somebody whom the super admin has made an admin, signed in. */
export async function newAdmin(app: TestApp, by: AdminClient): Promise<AdminClient> {
  const client = createTestClient(app.url);
  await done(client.connect());
  await done(by.post('/api/admin/add-admin', { adminWallet: client.account.address }));
  return asAdmin(client);
}
