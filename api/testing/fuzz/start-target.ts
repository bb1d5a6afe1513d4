import { createTestClient, type TestClient } from '../client.ts';
import { startApp, type TestApp } from '../start-app.ts';

/**
 * A program to send anything to. Its super admin is no Demo wallet and its limits are wide by a setting, so that both
 * last when a request has ended the trial.
 */
export async function startTarget(): Promise<{ readonly app: TestApp; readonly superAdmin: TestClient }> {
  const { account, privateKey } = createTestClient('http://localhost');
  const app = await startApp({ env: { SUPER_ADMIN_WALLET: account.address, RATE_LIMIT_SCALE: '100' } });
  return { app, superAdmin: createTestClient(app.url, privateKey) };
}
