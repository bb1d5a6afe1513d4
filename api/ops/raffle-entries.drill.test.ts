import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultUsername } from '../../contracts/username.ts';
import { raffleIdOf } from '../../ledger/proof/raffle-id.ts';
import { BadOption } from '../../ledger/typed-options.ts';
import { readConfig } from '../config.ts';
import { idempotencyKey, type TestClient } from '../testing/client.ts';
import { newUser } from '../testing/email-calls.ts';
import { type RaffleStage, setRaffleStage, verifyAddress } from '../testing/raffle-stage.ts';
import { OpsRefused } from './ops-refused.ts';
import { raffleEntriesCommand } from './raffle-entries.ts';

let stage: RaffleStage;
let client: pg.Client;
beforeAll(async () => {
  stage = await setRaffleStage();
  client = new pg.Client(stage.app.databaseUrl);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await stage.close();
});

/** Beside the running program, whose ledger is read from its file. */
const command = (...args: string[]) => {
  const { dataDir, databaseUrl } = stage.app;
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SUPER_ADMIN_WALLET: stage.admin.account.address,
    VAULT_KEY: Buffer.alloc(32).toString('base64'),
  });
  return raffleEntriesCommand(args, config, () => undefined);
};

type Kept = { readonly user_id: string; readonly username: string; readonly wallet_address: string | null };

async function kept(raffleId: string) {
  const { rows } = await client.query<Kept>(
    `select user_id, username, wallet_address from raffles.frozen_users where raffle_id = $1 order by user_id`,
    [raffleId],
  );
  const { rows: frozen } = await client.query('select * from raffles.frozen where raffle_id = $1', [
    raffleId,
  ]);
  return { frozen, rows };
}
const lose = (raffleId: string) =>
  client.query('delete from raffles.frozen where raffle_id = $1', [raffleId]);

async function rename(user: TestClient, username: string): Promise<void> {
  const answer = await user.put(
    `/api/users/${user.account.address}/username`,
    { username },
    idempotencyKey(),
  );
  expect(answer.status).toBe(200);
}

test('entries that Postgres has lost are made of the ledger as they were, whatever became of people since', async () => {
  const [renamed, erased, removed, erasing] = [...stage.users];
  if (!renamed || !erased || !removed || !erasing) throw new Error('twelve may win');
  const people = { renamed, erased, erasing };
  for (const [name, [, user]] of Object.entries(people)) {
    await rename(user, `${name}_before`);
  }
  const { status, body } = await stage.start({ amount: '1', winnerCount: 1 });
  expect(status).toBe(200);
  const { raffleId } = body;
  await rename(renamed[1], 'renamed_since');
  expect((await erased[1].post('/api/profile/erase-personal-data', {}, idempotencyKey())).status).toBe(200);
  const { client: newcomer } = await newUser(stage.app);
  await verifyAddress(newcomer);
  const named = { 'x-wallet-address': stage.admin.account.address, ...idempotencyKey() };
  const removal = await stage.admin.post('/api/admin/remove-user', { userId: removed[0] }, named);
  expect(removal.status).toBe(200);
  const before = await kept(raffleId);
  expect(before.rows).toHaveLength(12);
  const nameOf = ([userId]: readonly [string, unknown], { rows } = before) =>
    rows.find((row) => row.user_id === userId)?.username;
  expect(nameOf(renamed)).toBe('renamed_before');
  expect(nameOf(erased)).toBe(defaultUsername(erased[0]));

  await lose(raffleId);
  // Of the erasure only the ledger knows; of another one, which is under way, only Postgres.
  await client.query('delete from vault.erasures where user_id = $1', [erased[0]]);
  await client.query('insert into vault.erasures (user_id, revision) values ($1, 1000000)', [erasing[0]]);
  expect(await command('1')).toMatchObject({ exitCode: 0, text: expect.stringContaining('12 entries') });
  const after = await kept(raffleId);
  expect(after.frozen).toEqual(before.frozen);
  const asErased = (row: Kept) => ({ ...row, username: defaultUsername(row.user_id) });
  expect(after.rows).toEqual(before.rows.map((row) => (row.user_id === erasing[0] ? asErased(row) : row)));
});

test('those that are right are left alone; one too many, or one too few, and all are made anew', async () => {
  const raffleId = raffleIdOf(1);
  const right = await kept(raffleId);
  const said = await command(raffleId.toUpperCase());
  expect(said).toMatchObject({ exitCode: 0, text: expect.stringContaining('nothing was changed') });
  const [one] = right.rows;
  const spoil = [
    ['delete from raffles.frozen_users where raffle_id = $1 and user_id = $2', one?.user_id],
    [`insert into raffles.frozen_users values ($1, $2, 'eve', null)`, crypto.randomUUID()],
  ] as const;
  for (const [statement, userId] of spoil) {
    await client.query(statement, [raffleId, userId]);
    expect(await kept(raffleId)).not.toEqual(right);
    await command('1');
    expect(await kept(raffleId)).toEqual(right);
  }
});

test('two operators at once make them once', async () => {
  const raffleId = raffleIdOf(1);
  const right = await kept(raffleId);
  await lose(raffleId);
  await Promise.all([command('1'), command('1')]);
  expect(await kept(raffleId)).toEqual(right);
});

test('a raffle that has no entries yet, or is none, is refused, and so is what names no raffle', async () => {
  await expect(command('2')).rejects.toThrow(OpsRefused);
  for (const args of [[], ['0'], ['first'], ['1', '2']])
    await expect(command(...args)).rejects.toThrow(BadOption);
});
