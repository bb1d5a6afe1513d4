import type { Page, Response, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { newUser } from '../../api/testing/email-calls.ts';
import { readLedgerAt } from '../../api/testing/read-ledger.ts';
import { actTexts, sessionTexts } from '../../contracts/act-messages.ts';
import { openAsSuperAdmin, rowOf, usersTable, verifiedUsers } from './admin-stage.ts';
import { breakNextAnswer } from './break-answers.ts';
import { served } from './served.ts';
import { amountIn, expectNotice, notice, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();
stage.begin(async () => {
  await verifiedUsers(stage.app, 3);
});

/** Of the sending that does it: no dry run, and signed where the server wants that. */
const loseAnswerTo = (page: Page, path: string, isSigned = false) =>
  breakNextAnswer(page, stage.app.url, `**${path}`, (request) => {
    const isDryRun = Reflect.get(Object(request.postDataJSON()), 'dryRun') === true;
    return request.method() !== 'GET' && !isDryRun && (!isSigned || 'x-act-signature' in request.headers());
  });

const typesFrom = async (place: number): Promise<string[]> =>
  (await readLedgerAt(stage.app.eventStoreUrl)).slice(place).map(({ type }) => type);
const lengthOfLedger = async () => (await typesFrom(0)).length;

test('a claim whose answer is lost has its receipt by itself', async () => {
  const { page } = await openAsNewUser(stage);
  const before = await lengthOfLedger();
  const { broken } = await loseAnswerTo(page, '/api/rewards/claim');
  await page.getByRole('button', { name: 'Claim 100.00 EVO' }).click();
  expect(await broken).toBe(200);
  await page.getByRole('button', { name: 'View receipt' }).click();
  await page.getByRole('dialog', { name: 'Claim receipt' }).getByText('Ledger position').waitFor();
  expect(await amountIn(page, '[data-figure=claimed]')).toBe('100');
  expect((await typesFrom(before)).filter((type) => type === 'RewardsClaimed')).toHaveLength(1);
});

test('a claim whose answers are lost is sent once more by itself, and then it is for the person to try again', async () => {
  const { page } = await openAsNewUser(stage);
  const keys: (string | undefined)[] = [];
  await page.route('**/api/rewards/claim', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return route.abort();
  });
  await page.getByRole('button', { name: 'Claim 100.00 EVO' }).click();
  await page.getByText('it is not known whether this was done').first().waitFor();
  expect(keys).toHaveLength(2);
  await page.unrouteAll({ behavior: 'wait' });
  const [again] = await Promise.all([
    page.waitForRequest('**/api/rewards/claim'),
    page.getByRole('button', { name: 'Claim 100.00 EVO', disabled: false }).click(),
  ]);
  expect(new Set([...keys, again.headers()['idempotency-key']]).size).toBe(1);
  await page.getByText('It is in the ledger').waitFor();
});

test.each([
  ['is lost', (route: Route) => route.abort()],
  ['is that of a proxy', (route: Route) => route.fulfill({ status: 502, body: 'Bad Gateway' })],
] as const)(
  'a claim that is done though each answer to it %s is not said to be open: nothing is left to try again',
  async (_, answer) => {
    const { page } = await openAsNewUser(stage);
    const keys = new Set<string | undefined>();
    let sent = 0;
    let readAgain: Promise<Response> | undefined;
    await page.route('**/api/rewards/claim', async (route) => {
      sent += 1;
      keys.add(route.request().headers()['idempotency-key']);
      await served(route);
      if (sent === 2) readAgain = page.waitForResponse((one) => one.url().includes('/api/dashboard'));
      await answer(route);
    });
    await page.getByRole('button', { name: 'Claim 100.00 EVO' }).click();
    await expect.poll(() => readAgain !== undefined).toBe(true);
    await (await readAgain)?.finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await page.getByText('All claimed.').waitFor();
    expect(await amountIn(page, '[data-figure=claimed]')).toBe('100');
    expect(await page.getByText('it is not known whether this was done').count()).toBe(0);
    expect({ sent, keys: keys.size }).toEqual({ sent: 2, keys: 1 });

    // What comes later is another claim, and its receipt the answer to the first press.
    await page.unrouteAll({ behavior: 'wait' });
    await button(page, /^Check in/).click();
    await button(page, 'Claim 1.00 EVO').click();
    await page.getByText('It is in the ledger').waitFor();
    await expect.poll(() => amountIn(page, '[data-figure=claimed]')).toBe('101');
  },
);

const region = (page: Page, name: string) => page.getByRole('region', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, disabled: false });
const platform = (page: Page) => page.getByRole('listitem', { name: 'Connect X', exact: true });

/** One act: how it is done and done once more, what shows that it is done, and the event that it is. */
type Act = {
  readonly path: string;
  readonly event: string;
  readonly isSigned?: boolean;
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly press: (page: Page, isAgain: boolean) => Promise<unknown>;
  readonly done: (page: Page) => Promise<unknown>;
};

const OF_USERS: Record<string, Act> = {
  'the whitelist': {
    path: '/api/whitelist',
    event: 'WhitelistJoined',
    press: (page) => button(page, 'Join the whitelist').click(),
    done: (page) => region(page, 'Whitelist').getByText('Joined').waitFor(),
  },
  'a name': {
    path: '/api/users/*/username',
    event: 'UsernameChanged',
    prepare: (page) =>
      region(page, 'Profile Settings')
        .getByLabel('Change username')
        .fill(`Ada_${Date.now() % 1_000_000}`),
    press: (page) => region(page, 'Profile Settings').getByRole('button', { name: 'Save' }).click(),
    done: (page) =>
      notice(page)
        .getByText(/^You are Ada_/)
        .waitFor(),
  },
  'a platform': {
    path: '/api/social/connect',
    event: 'SocialConnected',
    prepare: (page) =>
      platform(page)
        .getByLabel('X handle')
        .fill(`lost_${Date.now() % 1_000_000}`),
    press: (page) =>
      platform(page)
        .getByRole('button', { name: /^Connect/ })
        .click(),
    done: (page) => platform(page).getByText('Connected', { exact: true }).waitFor(),
  },
  'a task': {
    path: '/api/social/verify',
    event: 'TaskVerified',
    prepare: async (page) => {
      await platform(page)
        .getByLabel('X handle')
        .fill(`task_${Date.now() % 1_000_000}`);
      await platform(page)
        .getByRole('button', { name: /^Connect/ })
        .click();
      await platform(page).getByText('Connected', { exact: true }).waitFor();
    },
    press: (page) => button(page, 'Verify: Follow us on X').click(),
    done: (page) =>
      page.getByRole('listitem', { name: 'Follow us on X', exact: true }).getByText('Completed').waitFor(),
  },
  'an email address': {
    path: '/api/email/signup',
    event: 'EmailSignedUp',
    prepare: async (page) => {
      await button(page, 'Sign up with an email address').click();
      await page.getByLabel('Email address').fill(`lost${Date.now()}@example.org`);
    },
    press: (page) => button(page, 'Sign Up').click(),
    done: (page) => page.getByText('Pending verification').waitFor(),
  },
};

test.each(Object.entries(OF_USERS))(
  '%s: done once, and told so when it is asked for again',
  async (_, act) => {
    const { page } = await openAsNewUser(stage);
    await pressTwice(page, act);
  },
);

test('a name that was given up since is not said to be taken: what was lost is told, and then it is done', async () => {
  const { page } = await openAsNewUser(stage);
  const profile = region(page, 'Profile Settings');
  const save = () => profile.getByRole('button', { name: 'Save' }).click();
  const [ada, bob] = [`Ada_${Date.now() % 1_000_000}`, `Bob_${Date.now() % 1_000_000}`];
  const { broken } = await loseAnswerTo(page, '/api/users/*/username');
  await profile.getByLabel('Change username').fill(ada);
  await save();
  expect(await broken).toBe(200);
  await notice(page)
    .getByText(/not known/)
    .first()
    .waitFor();
  await profile.getByLabel('Change username').fill(bob);
  await save();
  await notice(page).getByText(`You are ${bob} now.`).waitFor();

  const before = await lengthOfLedger();
  await profile.getByLabel('Change username').fill(ada);
  await save();
  await notice(page).getByText(actTexts.doneBefore).waitFor();
  expect((await typesFrom(before)).filter((type) => type === 'UsernameChanged')).toEqual([]);
  await save();
  await notice(page).getByText(`You are ${ada} now.`).waitFor();
});

async function pressTwice(page: Page, { path, isSigned, event, prepare, press, done }: Act): Promise<void> {
  await prepare?.(page);
  const before = await lengthOfLedger();
  const { broken } = await loseAnswerTo(page, path, isSigned);
  await press(page, false);
  expect(await broken).toBe(200);
  await notice(page)
    .getByText(/Fail|not known|went wrong|Error/i)
    .first()
    .waitFor();
  await press(page, true);
  await done(page);
  expect((await typesFrom(before)).filter((type) => type === event)).toHaveLength(1);
}

test('a check-in whose answer is lost is there once the page has read again', async () => {
  const { page } = await openAsNewUser(stage);
  const before = await lengthOfLedger();
  const { broken } = await loseAnswerTo(page, '/api/rewards/check-in');
  await region(page, 'Daily Check-in').getByRole('button', { name: 'Check in' }).click();
  expect(await broken).toBe(200);
  await page.getByRole('button', { name: 'Checked in today' }).waitFor();
  await expect.poll(() => amountIn(page, '[data-figure=unclaimed]')).toBe('101');
  expect((await typesFrom(before)).filter((type) => type === 'CheckedIn')).toHaveLength(1);
});

const dialog = (page: Page) => page.getByRole('dialog');

test('a clearing, an admin and a raffle: done once, and told so when they are asked for again', async () => {
  const { client } = await newUser(stage.app);
  const { address } = client.account;
  const { page } = await openAsSuperAdmin(stage);
  await usersTable(page).waitFor();
  await pressTwice(page, {
    path: '/api/admin/clear-balance',
    event: 'BalanceCleared',
    prepare: async () => {
      await rowOf(page, address)
        .getByRole('button', { name: /^Clear App Rewards/ })
        .click();
      await dialog(page).getByText('would be taken').waitFor();
    },
    press: () => dialog(page).getByRole('button', { name: 'Clear App Rewards', disabled: false }).click(),
    done: () => dialog(page).waitFor({ state: 'detached' }),
  });
  await page.goto('/admin?tab=acts');
  await pressTwice(page, {
    path: '/api/admin/add-admin',
    event: 'AdminAdded',
    isSigned: true,
    prepare: async () => {
      await page.getByLabel('Add New Admin Wallet').fill(address);
      await page.getByRole('button', { name: 'Add Admin' }).click();
    },
    press: () => dialog(page).getByRole('button', { name: 'Add Admin', disabled: false }).click(),
    done: () => page.getByRole('list', { name: 'Current admins' }).getByTitle(address).waitFor(),
  });
  await page.goto('/admin?tab=raffle');
  await pressTwice(page, {
    path: '/api/admin/raffle',
    event: 'RaffleDrawn',
    isSigned: true,
    prepare: async () => {
      await page.getByText(/\d eligible/).waitFor();
      await page.getByLabel('Reward Amount (EVO)').fill('5');
    },
    press: async (_, isAgain) => {
      await page.getByRole('button', { name: 'Start Animated Raffle' }).click();
      await dialog(page)
        .getByText(isAgain ? 'Maybe drawn already' : 'Nothing is drawn yet')
        .waitFor();
      await dialog(page).getByRole('button', { name: 'Draw Winners', disabled: false }).click();
    },
    done: () => page.getByRole('dialog', { name: 'LIVE RAFFLE DRAW' }).waitFor(),
  });
});

test('a sign-out everywhere that was done, though its answer is lost, is told of as done', async () => {
  const { page } = await openAsNewUser(stage);
  await page.getByRole('button', { name: sessionTexts.title }).click();
  const dialog = page.getByRole('dialog', { name: sessionTexts.title });
  await dialog.getByRole('button', { name: sessionTexts.endAll }).click();
  await dialog.getByText(sessionTexts.endAllAsk).waitFor();
  const { broken } = await loseAnswerTo(page, '/api/wallet/sign-out-everywhere');
  await dialog.getByRole('button', { name: sessionTexts.endAll }).click();
  expect(await broken).toBe(200);
  await expectNotice(page, 'Wallet Disconnected', sessionTexts.endedAll);
  await page.getByRole('button', { name: 'Connect Wallet' }).first().waitFor();
});
