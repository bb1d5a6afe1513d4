import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { getAddress } from 'viem/utils';
import { openAccount } from '../../../ledger/accounts/open-account.ts';
import { addAdmin } from '../../../ledger/admins/change-admins.ts';
import type { CommandContext } from '../../../ledger/command-context.ts';
import { startEmbeddedEventStore } from '../../../ledger/embedded/start.ts';
import { connectEventStore } from '../../../ledger/event-store.ts';
import { createCommandHandler } from '../../../ledger/handle-command.ts';

/** Somebody with an account, and the secret of a session that is written into each database. */
export type Somebody = { readonly userId: string; readonly walletAddress: string; readonly token: string };
export type Signer = Somebody & { readonly privateKey: `0x${string}` };

/** Who is there: the same people in the ledger of every version that is measured. */
export type World = {
  readonly superAdmin: string;
  /** Of their wallet. */
  readonly superAdminKey: `0x${string}`;
  /** Named by the super admin, so that each act holds a right that can be taken away. */
  readonly admin: Somebody;
  /** Each has a welcome bonus to claim. */
  readonly people: readonly Somebody[];
  /** Some whose wallets sign. */
  readonly signers: readonly Signer[];
};

const AT_ONCE = 64;
const SIGNERS = 50;

/** Writes a ledger of `users` accounts into a new file, through the program's own commands. */
export async function writeWorld(file: string, users: number): Promise<World> {
  const node = await startEmbeddedEventStore({ file });
  const store = connectEventStore(node.connectionString);
  const handler = createCommandHandler(store);
  const join = async (walletAddress: string): Promise<Somebody> => {
    const { userId } = await openAccount(handler, { walletAddress }, context());
    return { userId, walletAddress, token: newToken() };
  };
  try {
    const superAdminKey = generatePrivateKey();
    const superAdmin = privateKeyToAccount(superAdminKey).address;
    const admin = await join(randomWallet());
    const authorize = async () => ({
      right: { role: 'superAdmin' } as const,
      async [Symbol.asyncDispose]() {},
    });
    await addAdmin(
      handler,
      { wallet: admin.walletAddress, by: superAdmin, superAdmin, authorize },
      context(),
    );
    const signers: Signer[] = [];
    while (signers.length < SIGNERS) {
      const privateKey = generatePrivateKey();
      signers.push({ ...(await join(privateKeyToAccount(privateKey).address)), privateKey });
    }
    const people: Somebody[] = [];
    while (people.length < users) {
      const next = Math.min(AT_ONCE, users - people.length);
      people.push(...(await Promise.all(Array.from({ length: next }, () => join(randomWallet())))));
    }
    return { superAdmin, superAdminKey, admin, people, signers };
  } finally {
    await handler.close();
    await store.close();
    await node.close();
  }
}

/** Signs everybody in. */
export async function writeSessions(pool: pg.Pool, { admin, people, signers }: World): Promise<void> {
  const all = [admin, ...people, ...signers];
  await pool.query(
    `insert into auth.sessions (token_hash, user_id, wallet_address, created_at, last_seen_at, expires_at)
     select *, now(), now(), now() + interval '1 day' from unnest($1::bytea[], $2::uuid[], $3::text[])`,
    [
      all.map(({ token }) => createHash('sha256').update(token).digest()),
      all.map(({ userId }) => userId),
      all.map(({ walletAddress }) => walletAddress),
    ],
  );
}

const newToken = () => randomBytes(32).toString('base64url');
const randomWallet = () => getAddress(`0x${randomBytes(20).toString('hex')}`);

function context(): CommandContext {
  return {
    commandId: randomUUID(),
    actor: { kind: 'user' },
    occurredAt: new Date().toISOString(),
    correlationId: randomUUID(),
  };
}
