import { expect, test } from 'vitest';
import { HEADERS, MESSAGE_CODE_MS, TWITTER_POSTS_REFRESH_MS } from '../../contracts/constants.ts';
import { refusals } from '../../contracts/messages.ts';
import { socialTexts } from '../../contracts/social-messages.ts';
import { prepareLeaps } from './leap.ts';
import { served } from './served.ts';
import { amountIn, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

test('an account that a platform confirms while the page is open is shown as connected with what it has paid', async () => {
  let leap: ReturnType<typeof prepareLeaps> | undefined;
  const { page, wallet } = await openAsNewUser(stage, {
    prepare: async (page) => {
      leap = prepareLeaps(page);
      await page.clock.install();
      // However slow it is, the server is in reach: a page that has found it again would ask by itself.
      await page.route('**/livez', (route) => route.fulfill({ body: 'ok' }));
    },
  });
  const unclaimed = () => amountIn(page, '[data-figure=unclaimed]');
  await expect.poll(unclaimed).toBe('100');
  // As by a message to the program's account: this page asks for nothing and is told nothing.
  const answer = await page.request.post('/api/social/connect', {
    data: { platform: 'instagram', handle: `told_${Date.now() % 1_000_000}` },
    headers: {
      origin: new URL(stage.app.url).origin,
      [HEADERS.idempotencyKey]: crypto.randomUUID(),
      [HEADERS.walletAddress]: wallet.account.address,
    },
  });
  expect(answer.status()).toBe(200);
  await leap?.(TWITTER_POSTS_REFRESH_MS);
  const row = page.getByRole('listitem', { name: 'Connect Instagram', exact: true });
  await row.getByText('Connected', { exact: true }).waitFor();
  await expect.poll(unclaimed, { timeout: 10_000 }).toBe('175');
});

test('who has sent the code to Instagram and comes back sees within seconds what came of it', async () => {
  let leap: ReturnType<typeof prepareLeaps> | undefined;
  let told = {};
  const { page } = await openAsNewUser(stage, {
    prepare: async (page) => {
      leap = prepareLeaps(page);
      await page.clock.install();
      await page.route('**/livez', (route) => route.fulfill({ body: 'ok' }));
      await page.route('**/api/social', async (route) => {
        const response = await served(route);
        const { connections, tasks } = await response.json();
        const changed = connections.map((one: { platform: string }) =>
          one.platform === 'instagram' ? { ...one, verifier: 'message_code', ...told } : one,
        );
        await route.fulfill({ response, json: { connections: changed, tasks } });
      });
      await page.route('**/api/social/connect', (route) => {
        told = { status: 'unproven', handle: 'anna' };
        return route.fulfill({
          json: {
            ...{ success: true, status: 'unproven', message: 'Send the code', reward: '0' },
            ...{ authorizeUrl: null, messageCode: 'EVO-ABCDEFGH' },
          },
        });
      });
    },
  });
  const row = page.getByRole('listitem', { name: 'Connect Instagram', exact: true });
  const send = async () => {
    await row.getByRole('button', { name: 'Confirm Instagram' }).click();
    await row.getByText('EVO-ABCDEFGH').waitFor();
  };
  // A busy page may begin to look only after the first ten seconds.
  const comes = async (text: string) => {
    const look = async () => {
      await leap?.(10_000);
      return row.getByText(text, { exact: text === 'Connected' }).count();
    };
    await expect.poll(look).toBe(1);
  };
  await row.getByRole('button', { name: 'Connect Instagram' }).click();
  await row.getByLabel('Instagram handle').fill('anna');
  await row.getByRole('button', { name: 'Connect Instagram' }).click();
  await row.getByText('EVO-ABCDEFGH').waitFor();
  await row.getByText('Unproven').waitFor();

  told = { ...told, refusal: refusals.handleTaken };
  await comes(refusals.handleTaken);
  expect(await row.getByText('EVO-ABCDEFGH').count()).toBe(0);

  await send();
  // Left alone until the code is no longer good.
  await leap?.(MESSAGE_CODE_MS);
  await comes(socialTexts.codeIsOver('Instagram'));
  expect(await row.getByText('EVO-ABCDEFGH').count()).toBe(0);

  await send();
  told = { status: 'confirmed', handle: 'anna', refusal: null };
  await comes('Connected');
});
