import type { BrowserContext, Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { newAdmin, superAdminOf } from '../../api/testing/admin.ts';
import { createTestClient, done, type TestClient } from '../../api/testing/client.ts';
import { readLedgerAt } from '../../api/testing/read-ledger.ts';
import { sessionTexts } from '../../contracts/messages.ts';
import { createPool } from '../../projector/database.ts';
import { openAsSuperAdmin } from './admin-stage.ts';
import { answerOutage } from './answers.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { chooseTestWallet, connectTestWallet, openAsNewUser, through } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const banner = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const claimButton = (page: Page) => page.getByRole('button', { name: /^Claim 100/ }).first();
const chipOf = (page: Page) =>
  page.getByRole('banner').getByText('Connected wallet').locator('..').locator('..');

/** Signs in as somebody else with the cookies of a page, as another window of the browser does. */
async function signInElsewhere(context: BrowserContext): Promise<TestClient> {
  const other = createTestClient(stage.app.url, undefined, { reach: through(context) });
  await done(other.connect());
  return other;
}

/** Who is signed in with the page's cookies, once the server is not too busy to say. */
const sessionOf = (page: Page) =>
  vi.waitFor(async () => {
    const answer = await page.request.get('/api/session');
    expect(answer.status()).toBe(200);
    const { session } = await answer.json();
    return session;
  });

/** As when an admin takes rights away, or a session is too old. */
async function endSessions(page: Page): Promise<void> {
  const session = await sessionOf(page);
  const pool = createPool(stage.app.databaseUrl);
  await pool.query('delete from auth.sessions where wallet_address = $1', [session.walletAddress]);
  await pool.end();
}

/**
 * Whatever the page asks for by itself, it hears of what has become of its session only once this is over: what is
 * pressed meanwhile is the first to be refused.
 */
async function holdReads(page: Page): Promise<{ end: () => void }> {
  const held = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') await held.promise;
    await route.continue();
  });
  return { end: held.resolve };
}

const claimsIn = async () =>
  (await readLedgerAt(stage.app.eventStoreUrl)).filter(({ type }) => type === 'RewardsClaimed').length;

test('a page whose browser has signed in as somebody else claims for nobody, and shows who it is', async () => {
  const { page } = await openAsNewUser(stage, {
    // As a browser whose windows cannot talk to each other.
    prepare: (page) => page.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel')),
  });
  await claimButton(page).waitFor();
  const hearsNothing = await holdReads(page);
  const other = await signInElsewhere(page.context());
  const before = await claimsIn();
  const refused = page.waitForResponse('**/api/rewards/claim');
  await claimButton(page).click();
  hearsNothing.end();

  expect((await refused).status()).toBe(403);
  await banner(page, sessionTexts.changed).waitFor();
  await chipOf(page).and(page.getByTitle(other.account.address)).waitFor();
  expect(await claimsIn()).toBe(before);
  await done(other.connect());
  expect((await other.get('/api/dashboard')).body).toMatchObject({ user: { pendingRewards: '100' } });

  // What the page shows now is what it acts for.
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await claimButton(page).click();
  await expect.poll(claimsIn).toBe(before + 1);
  await claimButton(page).waitFor({ state: 'detached' });
});

test('a page that a person comes back to shows who is signed in now', async () => {
  const { page } = await openAsNewUser(stage, {
    prepare: (page) => page.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel')),
  });
  const other = await signInElsewhere(page.context());
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await chipOf(page).and(page.getByTitle(other.account.address)).waitFor();
  await banner(page, sessionTexts.changed).waitFor();
});

test('whoever works by keyboard goes on in the page when what the session or the wallet had to say goes', async () => {
  const { page, wallet } = await openAsNewUser(stage);
  const other = createTestClient(stage.app.url);
  const isInContent = () => page.evaluate(() => document.activeElement?.id === 'content');
  await claimButton(page).waitFor();
  await wallet.changeAccounts(page, [other.account.address]);
  await page.getByRole('button', { name: /^Sign in as/ }).focus();
  await wallet.changeAccounts(page, [wallet.account.address]);
  await page.getByRole('button', { name: /^Sign in as/ }).waitFor({ state: 'detached' });
  expect(await isInContent()).toBe(true);

  await endSessions(page);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await banner(page, sessionTexts.ended).waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await banner(page, sessionTexts.ended).waitFor({ state: 'detached' });
  expect(await isInContent()).toBe(true);
});

test('two tabs: what one does with the session, the other shows at once', async () => {
  const { page, wallet, faults } = await openAsNewUser(stage);
  const second = await page.context().newPage();
  await second.goto('/evo-rewards');
  await chipOf(second).and(second.getByTitle(wallet.account.address)).waitFor();

  await page.getByRole('button', { name: 'Disconnect wallet' }).click();
  await second.getByRole('heading', { name: 'Launch into EvoRewards' }).waitFor();
  await banner(second, sessionTexts.ended).waitFor();

  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Demo user' }).click();
  await page.getByRole('button', { name: 'Disconnect wallet' }).waitFor();
  await banner(second, sessionTexts.changed).waitFor();
  const session = await sessionOf(page);
  expect(session.walletAddress).not.toBe(wallet.account.address);
  await chipOf(second).and(second.getByTitle(session.walletAddress)).waitFor();
  expect(faults).toEqual([]);
});

test('of two tabs that sign in at once one session is left, which both have', async () => {
  const { page, wallet } = await openAsNewUser(stage);
  const second = await page.context().newPage();
  await second.goto('/evo-rewards');
  await chipOf(second).and(second.getByTitle(wallet.account.address)).waitFor();
  await page.getByRole('button', { name: 'Disconnect wallet' }).click();
  await banner(second, sessionTexts.ended).waitFor();
  const held = Promise.withResolvers<void>();
  let sent = 0;
  await page.context().route('**/api/wallet/connect', async (route) => {
    sent += 1;
    await held.promise;
    await route.continue();
  });
  const signsIn = (tab: Page) => {
    const done = chooseTestWallet(tab);
    done.catch(() => undefined);
    return done;
  };
  const both = [signsIn(page)];
  await expect.poll(() => sent).toBe(1);
  both.push(signsIn(second));
  const waiting = () => second.evaluate(async () => (await navigator.locks.query()).pending?.length ?? 0);
  await expect.poll(async () => sent + (await waiting())).toBe(2);
  held.resolve();
  await Promise.all(both);

  const pool = createPool(stage.app.databaseUrl);
  const sessions = async () => {
    const { rows } = await pool.query('select from auth.sessions where wallet_address = $1', [
      wallet.account.address,
    ]);
    return rows.length;
  };
  try {
    await expect.poll(sessions).toBe(1);
  } finally {
    await pool.end();
  }
  for (const tab of [page, second]) {
    await chipOf(tab).and(tab.getByTitle(wallet.account.address)).waitFor();
  }
  const session = await sessionOf(page);
  expect(session).toMatchObject({ walletAddress: wallet.account.address });
});

test('a wallet that shares no account any more ends the session', async () => {
  const { page, wallet } = await openAsNewUser(stage);
  await claimButton(page).waitFor();
  await wallet.changeAccounts(page, []);
  await page.getByRole('heading', { name: 'Launch into EvoRewards' }).waitFor();
  await page.getByText(sessionTexts.withdrawn).first().waitFor();
  expect(await claimButton(page).count()).toBe(0);
  expect(await page.getByTitle(wallet.account.address).count()).toBe(0);
  expect(await sessionOf(page)).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('connectedWallet'))).toBeNull();
});

test('a wallet that shares no account any more leaves alone whom another tab has signed in with another one', async () => {
  const { page, wallet, faults } = await openAsNewUser(stage);
  const second = await page.context().newPage();
  await second.goto('/evo-rewards');
  await second.getByRole('button', { name: 'Disconnect wallet' }).click();
  await second.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Demo user' }).click();
  await second.getByRole('button', { name: 'Disconnect wallet' }).waitFor();
  await banner(page, 'Your wallet is now on').waitFor();
  const session = await sessionOf(page);

  await wallet.changeAccounts(page, []);
  await banner(page, 'Your wallet is now on').waitFor({ state: 'detached' });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await chipOf(page).and(page.getByTitle(session.walletAddress)).waitFor();
  expect(await sessionOf(page)).toMatchObject({
    walletAddress: session.walletAddress,
  });
  expect(faults).toEqual([]);
});

test('a wallet that shares no account any more while its signature is checked is not signed in', async () => {
  const { page, wallet } = await openAsNewUser(stage);
  await page.getByRole('button', { name: 'Disconnect wallet' }).click();
  const check = Promise.withResolvers<void>();
  await page.route('**/api/wallet/connect', async (route) => {
    await check.promise;
    await route.continue();
  });
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'MetaMask' }).click();
  await page.getByText('Your signature is checked.').waitFor();
  await wallet.changeAccounts(page, []);
  check.resolve();
  await page.getByText(sessionTexts.withdrawn).first().waitFor();
  expect(await sessionOf(page)).toBeNull();
});

test('where nobody can say who is signed in, the page says why in the words of the server, and Retry asks again', async () => {
  const { page } = await openAsNewUser(stage);
  const end = await answerOutage(page, '**/api/session');
  for (const path of ['/', '/ledger?part=mine', '/evo-rewards']) {
    await page.goto(path);
    await page.getByText('The service is restarting.', { exact: true }).waitFor();
  }
  end();
  await page.getByRole('button', { name: 'Retry loading your account' }).click();
  await claimButton(page).waitFor();
});

test('a session that cannot be ended is said to go on, and ended by trying again', async () => {
  const { page, wallet } = await openAsNewUser(stage);
  await claimButton(page).waitFor();
  await page.route('**/api/wallet/disconnect', (route) => route.abort());
  await wallet.changeAccounts(page, []);
  await page.getByText('Still connected').first().waitFor();
  await page.unroute('**/api/wallet/disconnect');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Launch into EvoRewards' }).waitFor();
  expect(await sessionOf(page)).toBeNull();
});

test('a wallet that lost its chain stays signed in; one that left the site does not', async () => {
  const { page, wallet } = await openAsNewUser(stage);
  await claimButton(page).waitFor();
  await wallet.loseChain(page);
  await expect.poll(() => wallet.asked(page)).toContain('eth_accounts');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await claimButton(page).waitFor();
  await wallet.setFaults(page, { locked: true });
  await wallet.loseChain(page);
  await page.getByRole('heading', { name: 'Launch into EvoRewards' }).waitFor();
  expect(await sessionOf(page)).toBeNull();
});

test('a reward that was typed when the session ended is there after signing in again, and is sent once', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=rewards' });
  const receiver = createTestClient(stage.app.url);
  await done(receiver.connect());
  const typed = {
    'Wallet Address': receiver.account.address,
    'Amount (EVO)': '12.5',
    Reason: 'For the translation',
  };
  for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text);

  const hearsNothing = await holdReads(page);
  await endSessions(page);
  await page.getByRole('button', { name: 'Send Reward' }).click();
  hearsNothing.end();
  await banner(page, sessionTexts.ended).waitFor();
  await page.getByRole('heading', { name: 'Admin Access' }).waitFor();
  await expectSoundInAllLooks(page, 'session ended');

  await connectTestWallet(page);
  await banner(page, sessionTexts.ended).waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?tab=rewards');
  for (const [label, text] of Object.entries(typed)) {
    await expect.poll(() => field(page, label).inputValue()).toBe(text);
  }
  await page.getByRole('button', { name: 'Send Reward' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => field(page, 'Reason').inputValue()).toBe('');
  const grants = (await readLedgerAt(stage.app.eventStoreUrl)).filter(
    ({ type, data }) => type === 'RewardGranted' && Reflect.get(data, 'reason') === typed.Reason,
  );
  expect(grants).toHaveLength(1);
  // What was sent is no draft any more.
  await page.reload();
  await expect.poll(() => field(page, 'Amount (EVO)').inputValue()).toBe('');
});

test('the form of a raffle is there after signing in again', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=raffle' });
  await page.getByLabel('Use Tiered Rewards').check();
  await page.getByLabel('Number of Winners').fill('2');
  await page.getByLabel('1st place').fill('30');
  await endSessions(page);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await banner(page, sessionTexts.ended).waitFor();
  await connectTestWallet(page);
  await expect.poll(() => page.getByLabel('1st place').inputValue()).toBe('30');
  expect(await page.getByLabel('Number of Winners').inputValue()).toBe('2');
});

test('a reason that was typed when the session ended is there after signing in again, until it is given up', async () => {
  const [anna, receiver] = [
    await newAdmin(stage.app, await superAdminOf(stage.app)),
    createTestClient(stage.app.url),
  ];
  await done(receiver.connect());
  const reward = { walletAddress: receiver.account.address, amount: '10001', reason: 'Grand prize' };
  expect((await anna.post('/api/admin/send-reward', reward)).status).toBe(200);
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=rewards' });
  const decline = page.getByRole('button', { name: /^Decline the reward/ });
  const reason = page.getByRole('listitem').getByRole('textbox', { name: 'Reason' });
  await decline.click();
  await reason.fill('Not who won it');
  await endSessions(page);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await banner(page, sessionTexts.ended).waitFor();
  await connectTestWallet(page);
  await decline.click();
  await expect.poll(() => reason.inputValue()).toBe('Not who won it');
  await page.getByRole('listitem').getByRole('button', { name: 'Cancel' }).click();
  await decline.click();
  await expect.poll(() => reason.inputValue()).toBe('');
});

const openEmail = (page: Page) => page.getByRole('button', { name: 'Sign up with an email address' }).click();

test('what one account has typed is never shown to another, and gone with a disconnect', async () => {
  const { page, wallet } = await openAsNewUser(stage);
  const name = page.getByLabel('Change username');
  await name.fill('my_new_name');
  await openEmail(page);
  await page.getByRole('textbox', { name: 'Email address' }).fill('typed@example.com');
  const wantsNews = page.getByRole('checkbox', { name: /news about EVO/ });
  await wantsNews.check();
  const hearsNothing = await holdReads(page);
  await endSessions(page);
  await page.getByRole('button', { name: 'Save' }).click();
  hearsNothing.end();
  await banner(page, sessionTexts.ended).waitFor();

  // The same account finds it.
  await connectTestWallet(page);
  await expect.poll(() => name.inputValue()).toBe('my_new_name');
  await openEmail(page);
  expect(await page.getByRole('textbox', { name: 'Email address' }).inputValue()).toBe('typed@example.com');
  expect(await wantsNews.isChecked()).toBe(true);

  // Another one does not, and it is gone for good.
  const hearsNothingYet = await holdReads(page);
  await endSessions(page);
  await page.getByRole('button', { name: 'Save' }).click();
  hearsNothingYet.end();
  await page.getByRole('button', { name: 'Connect again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Demo user' }).click();
  await name.waitFor();
  expect(await name.inputValue()).not.toBe('my_new_name');
  await openEmail(page);
  expect(await page.getByRole('textbox', { name: 'Email address' }).inputValue()).toBe('');
  expect(await wantsNews.isChecked()).toBe(false);
  const drafts = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')));
  expect(await drafts()).toEqual([]);

  await name.fill('typed_by_demo');
  expect(await drafts()).toHaveLength(1);
  await page.getByRole('button', { name: 'Disconnect wallet' }).click();
  await page.getByRole('heading', { name: 'Launch into EvoRewards' }).waitFor();
  expect(await drafts()).toEqual([]);
  expect(await page.content()).not.toContain(wallet.account.address);
});
