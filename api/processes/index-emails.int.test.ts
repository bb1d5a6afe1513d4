import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpEmailAlone } from '../../ledger/accounts/sign-up-email.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import type { StoredEvent } from '../../ledger/envelope.ts';
import { createCommandHandler } from '../../ledger/handle-command.ts';
import { startTestLedger, type TestLedgerNode, testContext } from '../../ledger/testing/start-ledger.ts';
import { startTestDatabase, type TestDatabase } from '../testing/start-database.ts';
import { SealBroken } from '../vault/aes-gcm.ts';
import { createSeals } from '../vault/seal.ts';
import { openVault, type Vault } from '../vault/vault.ts';
import { indexEmails } from './index-emails.ts';

let ledger: TestLedgerNode;
let database: TestDatabase;
let vault: Vault;
beforeAll(async () => {
  [ledger, database] = await Promise.all([startTestLedger(), startTestDatabase()]);
  vault = await openVault(database.pool, [randomBytes(32)]);
});
afterAll(() => Promise.all([ledger.stop(), database.stop()]));

const logger = pino({ level: 'silent' });

async function signUp(): Promise<{ address: string; event: StoredEvent; userId: string }> {
  const address = `${randomUUID()}@example.com`;
  const seal = (userId: string) => vault.seal('email', userId, address);
  const signup = { emailHash: vault.emailHash(address), marketingOptIn: false, seal };
  await signUpEmailAlone(createCommandHandler(ledger.store), signup, testContext());
  const event = (await ledger.readAll()).findLast(({ type }) => type === 'EmailSignedUp');
  if (!event) throw new Error('nobody signed up');
  return { address, event, userId: event.stream.slice('account-'.length) };
}

async function indexed(userId: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ address: string }>(
    'select address from vault.email_index where user_id = $1',
    [userId],
  );
  return rows.map(({ address }) => address);
}

test('an address is found until the key that it is sealed under is erased', async () => {
  const { address, event, userId } = await signUp();
  const process = indexEmails(database.pool, vault, logger);
  await process.handle(event);
  await process.handle(event);
  expect(await indexed(userId)).toEqual([address]);
  await vault.erase(userId);
  expect(await indexed(userId)).toEqual([]);
  await process.handle(event);
  expect(await indexed(userId)).toEqual([]);
});

test('an address that is erased between two steps is not found again, although its account has a key by then', async () => {
  const { event, userId } = await signUp();
  // A leader that stands still once it has opened the address.
  const opened = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const slow: Vault = {
    ...vault,
    async unseal(...sealed) {
      const text = await vault.unseal(...sealed);
      opened.resolve();
      await goOn.promise;
      return text;
    },
  };
  const handled = indexEmails(database.pool, slow, logger).handle(event);
  await opened.promise;
  await vault.erase(userId);
  await vault.seal('handle', userId, 'a_new_name');
  goOn.resolve();
  await handled;
  expect(await indexed(userId)).toEqual([]);
});

test('an address that does not open is said, and holds nobody up; a vault that is away is asked again', async () => {
  const { event, userId } = await signUp();
  const said: object[] = [];
  const watched = { error: (details: object) => void said.push(details) };
  const failing = (error: Error): Vault => ({ ...vault, unseal: () => Promise.reject(error) });
  const broken = new SealBroken();
  await indexEmails(database.pool, failing(broken), watched).handle(event);
  expect(said).toEqual([{ err: broken, userId }]);
  const away = new Error('Postgres is away');
  await expect(indexEmails(database.pool, failing(away), logger).handle(event)).rejects.toThrow(away);
  expect(await indexed(userId)).toEqual([]);
});

test('a leader that has not got the key of the vault passes no address by: it is told again, and found where one has it', async () => {
  const { address, event, userId } = await signUp();
  const without = { ...vault, ...createSeals(database.pool, [randomBytes(32)]) };
  const told = indexEmails(database.pool, without, logger).handle(event);
  await expect(told).rejects.toThrow(LedgerUnavailable);
  await expect(told).rejects.toThrow('does not open with VAULT_KEY');
  expect(await indexed(userId)).toEqual([]);
  await indexEmails(database.pool, vault, logger).handle(event);
  expect(await indexed(userId)).toEqual([address]);
});
