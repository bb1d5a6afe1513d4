import { afterAll, expect, test } from 'vitest';
import { sealTexts } from '../../../contracts/seal-messages.ts';
import { startTestPostgres } from '../../../projector/testing/postgres.ts';
import { createTestClient } from '../../testing/client.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const begun: (() => Promise<void>)[] = [];
const start = async (env: Readonly<Record<string, string>>) => {
  const app = await startApp({ env });
  begun.unshift(() => app.close());
  return app;
};
afterAll(async () => {
  for (const end of begun) await end();
});

/** What is said by every call that tells of a seal, while there is none. */
async function toldBy(app: TestApp): Promise<(string | undefined)[]> {
  const client = createTestClient(app.url);
  const calls = ['/api/ledger/checkpoint', '/api/ledger/consistency?from=0&to=1'];
  const answers = await Promise.all(calls.map((path) => client.get<{ message?: string }>(path)));
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  return answers.map(({ body }) => body.message);
}

test('who asks for a seal before the first one is told when that comes, and where no key is that none does', async () => {
  const trial = await start({ SEAL_SECONDS: '1800' });
  const within = 'The ledger is not sealed yet. The first seal comes within 1800 s of the first event.';
  expect(await toldBy(trial)).toEqual([within, within]);
  const postgres = await startTestPostgres();
  begun.unshift(() => postgres.stop());
  const deployed = await start({
    EVENTSTORE_URL: trial.eventStoreUrl,
    DATABASE_URL: postgres.connectionString,
    VAULT_KEY: Buffer.alloc(32, 7).toString('base64'),
    SUPER_ADMIN_WALLET: createTestClient(trial.url).account.address,
    PROJECTOR: 'in-process',
  });
  const { body } = await createTestClient(deployed.url).get<{ notary: { state: string } }>(
    '/api/ledger/seals',
  );
  expect(body.notary.state).not.toBe('sealing');
  expect(await toldBy(deployed)).toEqual([sealTexts.noKey, sealTexts.noKey]);
});
