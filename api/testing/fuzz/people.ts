import { type AdminClient, asAdmin } from '../admin.ts';
import { createTestClient, type TestClient } from '../client.ts';
import type { KnownValues } from './known-values.ts';

/** Who sends a request. */
export const ROLES = ['user', 'admin', 'removed admin', 'nobody'] as const;
export type Role = (typeof ROLES)[number];

export type Person = { readonly walletAddress: string; readonly cookie: string };

export type People = {
  /** Undefined: nobody is signed in. */
  of(role: Role): Person | undefined;
  /** Signs in anew who has lost the session or the account, and gives back what a role is about. */
  renew(): Promise<void>;
  /** Makes of the challenge of a wallet of ours what the wallet would send. */
  sign(message: string): Promise<{ walletAddress: string; signature: string } | undefined>;
  /** Reads the local trial's mails for links. */
  readMails(): Promise<void>;
};

/** @param superAdmin a signed-in client of the super admin, who is the only one that nobody can remove */
export async function createPeople(url: string, superAdmin: TestClient, known: KnownValues): Promise<People> {
  const root = asAdmin(superAdmin);
  const clients: Record<'user' | 'admin' | 'removed admin', TestClient> = {
    user: createTestClient(url),
    admin: superAdmin,
    'removed admin': createTestClient(url),
  };
  const cookies = new Map<string, string>();
  const signIn = async (role: keyof typeof clients) => {
    const answer = await clients[role].connect();
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('evo_session='));
    if (answer.status === 200 && cookie) cookies.set(role, cookie.split(';')[0] ?? '');
    return answer.status === 200;
  };
  const renewOne = async (role: keyof typeof clients) => {
    const cookie = cookies.get(role) ?? '';
    const { body } = await clients[role].get<{ session: { userId: string } | null }>('/api/session', {
      cookie,
    });
    const dashboard = body.session ? await clients[role].get('/api/dashboard', { cookie }) : undefined;
    if (dashboard && dashboard.status !== 403 && dashboard.status !== 404 && dashboard.status !== 401) return;
    if (role !== 'admin') clients[role] = createTestClient(url);
    await signIn(role);
    if (role === 'removed admin') await removeAgain(root, clients[role].account.address);
  };
  await signIn('admin');
  for (const role of ['user', 'removed admin'] as const) await signIn(role);
  await removeAgain(root, clients['removed admin'].account.address);
  // It ended the session; the account stays, and signs in as a user.
  await signIn('removed admin');
  for (const { account } of Object.values(clients)) known.note('walletAddress', account.address);

  let renewing: Promise<void> | undefined;
  const renewAll = async () => {
    for (const role of ['admin', 'user', 'removed admin'] as const) await renewOne(role);
    for (const { account } of Object.values(clients)) known.note('walletAddress', account.address);
  };

  return {
    of(role) {
      if (role === 'nobody') return undefined;
      return { walletAddress: clients[role].account.address, cookie: cookies.get(role) ?? '' };
    },
    renew() {
      renewing ??= renewAll().finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
    async sign(message) {
      const of = Object.values(clients).find(({ account }) => message.includes(account.address));
      return (
        of && { walletAddress: of.account.address, signature: await of.account.signMessage({ message }) }
      );
    },
    async readMails() {
      const { body } = await root.get<{ messages?: { text: string }[] }>('/api/dev/outbox');
      for (const { text } of body.messages?.slice(0, 20) ?? []) {
        const token = /token=([A-Za-z0-9_-]{43})/.exec(text)?.[1];
        if (token) known.note('token', token);
      }
    },
  };
}

async function removeAgain(root: AdminClient, wallet: string): Promise<void> {
  await root.post('/api/admin/add-admin', { adminWallet: wallet });
  await root.post('/api/admin/remove-admin', { adminId: wallet });
}
