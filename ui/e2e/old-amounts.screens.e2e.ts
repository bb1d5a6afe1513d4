import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Locator, Page } from 'playwright-core';
import { generatePrivateKey } from 'viem/accounts';
import { expect, test } from 'vitest';
import { superAdminOf } from '../../api/testing/admin.ts';
import { getDashboard } from '../../contracts/api/dashboard.ts';
import type { ResponseOf } from '../../contracts/api/endpoint.ts';
import type { getSession } from '../../contracts/api/wallet.ts';
import { CHAIN_ID_HEX } from '../../contracts/constants.ts';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { formatPosition } from '../../contracts/ledger-position.ts';
import { formatEvo, levelOf, ONE_EVO } from '../../contracts/money.ts';
import { account } from '../../ledger/accounts/account.ts';
import { type AccountState, pendingOf } from '../../ledger/accounts/state.ts';
import { connectEventStore } from '../../ledger/event-store.ts';
import { appendAsItWas } from '../../ledger/testing/append-as-it-was.ts';
import { openAsSuperAdmin, rowOf, usersTable, verifiedUsers } from './admin-stage.ts';
import { openPage, wear } from './browser.ts';
import { served } from './served.ts';
import { connectTestWallet, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';
import { installTestWallet } from './test-wallet.ts';

const stage = setStage();

test('an account of a ledger without bounds is shown to its owner and to admins, to the last digit', async () => {
  const { page, wallet, faults, client } = await openAsNewUser(stage);
  const { session } = (await client.get<ResponseOf<typeof getSession>>('/api/session')).body;
  const grants: AccountEvent[] = ['99999999999999999999.999999999999999999', '1'].map((amount) => ({
    type: 'RewardGranted',
    data: { grantId: randomUUID(), amount, source: 'admin', reason: 'Long ago' },
  }));
  const store = connectEventStore(stage.app.eventStoreUrl);
  const position = await appendAsItWas(store, session?.userId ?? '', grants).finally(() => store.close());
  // The welcome bonus is on top.
  const total = '100000000000000000100.999999999999999999';
  const reached = await client.get('/api/dashboard', { 'x-ledger-position': formatPosition(position) });
  expect(reached.headers.get('x-ledger-lag')).toBeNull();

  await page.reload();
  await page.getByText('The highest level').waitFor();
  await page
    .locator(`[aria-label="Your standing"] >> text=${Number.MAX_SAFE_INTEGER.toLocaleString('en')}`)
    .waitFor();
  await page.locator(`[data-amount="${total}"]`).first().waitFor();
  await page.getByText('10,000,000,000,000,000,010').waitFor();
  expect(faults).toEqual([]);
  await page.context().close();

  const panel = await openAsSuperAdmin(stage);
  await usersTable(panel.page).waitFor();
  await rowOf(panel.page, wallet.account.address).locator(`[data-amount="${total}"]`).first().waitFor();
  expect(panel.faults).toEqual([]);
});

test('a reward below a cent is no reward of nothing in the list, nor in what explains it', async () => {
  const { page, wallet } = await openAsNewUser(stage);
  const root = await superAdminOf(stage.app);
  const sent = { walletAddress: wallet.account.address, amount: '0.004', reason: 'For a typo' };
  await root.get('/api/admin/users', await root.post('/api/admin/send-reward', sent));
  await page.reload();
  /** What is seen of the amounts in the row of the reward. */
  const amountsIn = (place: Locator) =>
    place
      .getByRole('row')
      .filter({ hasText: 'For a typo' })
      .locator('[data-amount] > [aria-hidden]:first-child')
      .allTextContents();
  const list = page.getByRole('region', { name: 'Recent Activities and Transactions' });
  await expect.poll(() => amountsIn(list)).toEqual(['+0.004']);
  await page
    .getByRole('button', { name: /show the events that make it/ })
    .first()
    .click();
  await expect.poll(() => amountsIn(page.getByRole('dialog'))).toEqual(['+0.004', '100.004']);
});

test('what is below a cent is no nothing: of the week, the next level and place, the days, and what friends brought', async () => {
  const { page } = await openAsNewUser(stage, {
    prepare: async (page) => {
      const change = (path: string, changes: (answer: Record<string, object>) => object) =>
        page.route(path, async (route) => {
          const response = await served(route);
          const answer = await response.json();
          await route.fulfill({ response, json: { ...answer, ...changes(answer) } });
        });
      const [one, few] = ['0.000000000000000001', '0.004'];
      await change('**/api/dashboard/*', ({ user, standing }) => ({
        user: { ...user, evoBalance: few, totalRewards: '99.996' },
        standing: { ...standing, toNextPlace: one },
        weekRewards: one,
      }));
      await change('**/api/referrals', () => ({ total: 1, earned: few, earnedThisWeek: one }));
      const sums = { totalRewards: few, claimedRewards: one, pendingRewards: '100.004' };
      await change('**/api/ledger/history', () => ({ days: [{ day: '2026-11-01', ...sums }] }));
    },
  });
  await page.getByRole('button', { name: 'Show as table' }).click();
  /** What is seen of the amounts of a part of the page. */
  const amountsIn = (place: Locator) =>
    place.locator('[data-amount] > [aria-hidden]:first-child').allTextContents();
  const region = (name: string) => page.getByRole('region', { name });
  const [one, few] = ['0.000000000000000001', '0.004'];
  await expect.poll(() => amountsIn(page.getByText(/this week$/))).toEqual([`+${one}`]);
  await expect.poll(() => amountsIn(page.getByText(/to go$/))).toEqual([few]);
  await expect.poll(() => amountsIn(page.getByText(/to the next place$/))).toEqual([one]);
  await expect.poll(() => amountsIn(region('Balance history by day'))).toEqual([few, one, '100.00']);
  const friends = async () => (await amountsIn(region('Referral Program'))).slice(0, 2);
  await expect.poll(friends).toEqual([few, one]);
  await expect.poll(() => amountsIn(region('Profile Settings'))).toEqual([few]);
});

test('a receipt says what was claimed to the last digit', async () => {
  const { page, wallet } = await openAsNewUser(stage);
  const root = await superAdminOf(stage.app);
  const amount = '0.000000000000000001';
  const sent = { walletAddress: wallet.account.address, amount, reason: 'The least there is' };
  await root.get('/api/admin/users', await root.post('/api/admin/send-reward', sent));
  await page.reload();
  await page.getByRole('button', { name: /^Claim 100/ }).click();
  await page.getByRole('button', { name: 'View receipt' }).click();
  const amounts = page.getByRole('dialog').locator('[data-amount] > [aria-hidden]:first-child');
  const whole = '100.000000000000000001';
  await expect.poll(() => amounts.allTextContents()).toEqual([whole, whole, '0.00000000', whole]);
});

/** What happens to an account of a ledger without bounds; `amount` is base units. */
type Happening = { readonly kind: 'grant' | 'claim' | 'clear' | 'reset'; readonly amount: bigint };

const happening: fc.Arbitrary<Happening> = fc.record({
  kind: fc.constantFrom('grant', 'grant', 'grant', 'claim', 'clear', 'reset'),
  amount: fc.oneof(
    fc.constantFrom(1n, ONE_EVO - 1n, 10n ** 38n - 1n, 10n ** 15n * 100n * ONE_EVO),
    fc.bigInt({ min: 1n, max: 10n ** 38n - 1n }),
  ),
});

/** The events of it, where it can happen. */
function eventsOf({ kind, amount }: Happening, state: AccountState): readonly AccountEvent[] {
  const id = randomUUID();
  if (kind === 'grant') {
    const data = { grantId: id, amount: formatEvo(amount), source: 'admin', reason: 'Long ago' } as const;
    return [{ type: 'RewardGranted', data }];
  }
  const commands = {
    claim: { type: 'ClaimRewards', claimId: id },
    clear: { type: 'ClearBalance', reason: 'Mistake' },
    reset: { type: 'ResetRewards', resetId: id },
  } as const;
  return kind !== 'reset' && pendingOf(state) === 0n ? [] : account.decide(commands[kind], state);
}

/** Texts that no amount has, amounts that are not as the ledger has them, and what hangs out of the page or of its card. */
const unsound = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const texts = document.body.textContent.match(/\bNaN\b|Infinity|undefined|\d[eE]\+\d+|\[object/g) ?? [];
    const { clientWidth, scrollWidth } = document.documentElement;
    const isSideways = scrollWidth > clientWidth;
    const outside = [...document.querySelectorAll(isSideways ? 'main *' : '[data-amount]')].flatMap((one) => {
      const { right, left, width } = one.getBoundingClientRect();
      const isOutside = width > 0 && (right > clientWidth + 1 || left < -1);
      return isOutside ? [`${one.tagName} ${one.className} ${one.textContent}`.slice(0, 150)] : [];
    });
    const over = [...document.querySelectorAll('.card')].flatMap((card) =>
      card.scrollWidth > card.clientWidth + 1 ? [`over ${card.textContent.slice(0, 80)}`] : [],
    );
    return [...texts, ...outside, ...over, ...(isSideways ? [`${scrollWidth} px in ${clientWidth}`] : [])];
  });

test('whatever amounts a ledger holds, the page of its owner shows them, whole and inside', async () => {
  const { page, faults, client } = await openAsNewUser(stage);
  const { session } = (await client.get<ResponseOf<typeof getSession>>('/api/session')).body;
  const store = connectEventStore(stage.app.eventStoreUrl);
  let state: AccountState = { ...account.initialState, opened: true, granted: 100n * ONE_EVO };
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 2, maxLength: 5 }), async (happenings) => {
        const events: AccountEvent[] = [];
        for (const one of happenings) {
          for (const event of eventsOf(one, state)) {
            events.push(event);
            state = account.evolve(state, event);
          }
        }
        if (events.length === 0) return;
        const position = await appendAsItWas(store, session?.userId ?? '', events);
        const answer = await client.get('/api/dashboard', { 'x-ledger-position': formatPosition(position) });
        expect(answer.headers.get('x-ledger-lag')).toBeNull();
        const { user } = getDashboard.response.parse(answer.body);
        expect(user).toMatchObject({
          totalRewards: formatEvo(state.granted),
          pendingRewards: formatEvo(pendingOf(state)),
          level: levelOf(state.granted),
        });
        for (const width of [1440, 360] as const) {
          await wear(page, { width, theme: 'dark' });
          await page.reload();
          await page.locator(`[data-amount="${user.totalRewards}"]`).first().waitFor();
          expect(await unsound(page)).toEqual([]);
        }
      }),
      // The same histories each time: a browser is too slow for many, and a suite must not be red by luck.
      { numRuns: 4, seed: 20_261_122, endOnFailure: true },
    );
  } finally {
    await store.close();
  }
  expect(faults).toEqual([]);
});

/** As much as an amount that is added up can be. */
const SUM = '123456789012345678901234567890123456789012345678901234567890.123456789012345678';

/** As much as one prize of an old ledger can be. */
const PRIZE = '99999999999999999999.999999999999999999';

/** An answer in which what amounts add up to is as long as that, and so is each prize. */
function summedUp(value: unknown, key = ''): unknown {
  if (key === 'prize') return PRIZE;
  if (typeof value === 'string')
    return /^(total(Rewards|Evo)?|(pending|claimed|week)Rewards|sum)$/.test(key) ? SUM : value;
  if (Array.isArray(value)) return value.map((each) => summedUp(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, summedUp(member, name)]));
}

async function sumUp(page: Page, paths: string): Promise<void> {
  await page.route(paths, async (route) => {
    const response = await served(route);
    await route.fulfill({ response, json: summedUp(await response.json()) });
  });
}

const WITH_SUMS =
  '**/api/{admin/stats,admin/users,admin/raffles/*,public/raffles,public/latest-raffle,ledger/at}{,?*}';

/** The narrowest page that there is a promise for: https://www.w3.org/TR/WCAG22/#reflow. */
const NARROWEST = { viewport: { width: 320, height: 640 } };

/** Amounts of which something is cut off by what they stand in. */
const cutAmounts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-amount] > [aria-hidden]')].flatMap((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      let around = one.parentElement;
      while (around && width > 0) {
        const clips = getComputedStyle(around).overflowX !== 'visible';
        const place = around.getBoundingClientRect();
        if (clips && (right > place.right + 1 || left < place.left - 1)) {
          return [`${one.textContent} in ${around.tagName} ${around.className}`];
        }
        around = around.parentElement;
      }
      return [];
    }),
  );

test('sums that are longer than any amount stay inside the page of a phone, and inside their button', async () => {
  const root = await superAdminOf(stage.app);
  await verifiedUsers(stage.app, 1);
  expect((await root.post('/api/admin/raffle', { amount: '1', winnerCount: 1 })).status).toBe(200);
  const user = await openAsNewUser(stage, {
    options: NARROWEST,
    prepare: (page) => sumUp(page, '**/api/dashboard/*'),
  });
  const claim = user.page.getByRole('button', { name: /^Claim 123,456,/ });
  await claim.waitFor();
  expect(await unsound(user.page)).toEqual([]);
  expect(await cutAmounts(user.page)).toEqual([]);
  expect(await claim.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);

  const { page } = await openAsSuperAdmin(stage, {
    path: '/admin',
    options: NARROWEST,
    prepare: (page) => sumUp(page, WITH_SUMS),
  });
  for (const path of ['/admin', '/admin?tab=users', '/admin?tab=raffle', '/raffle', '/ledger?part=books']) {
    await page.goto(path);
    await page.locator(`[data-amount="${SUM}"]`).first().waitFor();
    // Beside the leaders, whose sums are as long as that, are those of all histories before, to their last decimal.
    if (path.startsWith('/ledger')) await page.getByRole('rowheader', { name: 'Sum of all' }).waitFor();
    if (path.endsWith('raffle')) await page.getByText(/99 EVO per winner/).waitFor();
    expect(await unsound(page), path).toEqual([]);
    expect(await cutAmounts(page), path).toEqual([]);
  }
});

/** Amounts that are something and look like nothing. A place without decimals counts whole EVO. */
const lookingLikeNothing = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-amount]')].flatMap(({ dataset, firstElementChild }) => {
      const shown = firstElementChild?.textContent ?? '';
      const isNothing = /^[^1-9]*\.[^1-9]*$/.test(shown);
      return dataset.amount !== '0' && isNothing ? [`${dataset.amount} as ${shown}`] : [];
    }),
  );

test('the least there is looks like nothing nowhere: in a claim, a prize, the total of a raffle', async () => {
  const least = '0.000000000000000001';
  const root = await superAdminOf(stage.app);
  await verifiedUsers(stage.app, 4);
  expect((await root.post('/api/admin/raffle', { amount: least, winnerCount: 4 })).status).toBe(200);
  const sums = { totalRewards: least, claimedRewards: least, pendingRewards: least };
  const user = await openAsNewUser(stage, {
    options: NARROWEST,
    prepare: (page) =>
      page.route('**/api/dashboard/*', async (route) => {
        const response = await served(route);
        const answer = await response.json();
        await route.fulfill({ response, json: { ...answer, user: { ...answer.user, ...sums } } });
      }),
  });
  await user.page.getByRole('button', { name: `Claim ${least} EVO` }).waitFor();
  expect(await lookingLikeNothing(user.page)).toEqual([]);
  expect(await unsound(user.page)).toEqual([]);
  expect(await cutAmounts(user.page)).toEqual([]);

  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=raffle', options: NARROWEST });
  for (const path of ['/admin?tab=raffle', '/raffle']) {
    await page.goto(path);
    const winners = page.getByRole('list', { name: 'Raffle Winners' });
    await expect.poll(() => winners.locator(`[data-amount="${least}"]`).count()).toBe(4);
    expect(await lookingLikeNothing(page), path).toEqual([]);
    expect(await unsound(page), path).toEqual([]);
    expect(await cutAmounts(page), path).toEqual([]);
  }
  await page.getByRole('button', { name: 'Replay Raffle Animation' }).click();
  await page.getByRole('button', { name: 'Close Replay' }).waitFor();
  expect(await lookingLikeNothing(page)).toEqual([]);
  expect(await unsound(page)).toEqual([]);
});

test('what a wallet holds pushes nothing out of the header, however much it is', async () => {
  const { page, context, faults } = await openPage(stage.browser, stage.app.url);
  const held = `0x${(10n ** 40n * ONE_EVO).toString(16)}`;
  await installTestWallet(context, {
    privateKey: generatePrivateKey(),
    rpc: async (method) => (method === 'eth_getBalance' ? held : CHAIN_ID_HEX),
    chainId: CHAIN_ID_HEX,
  });
  await page.goto('/evo-rewards');
  await connectTestWallet(page);
  await page.setViewportSize({ width: 1024, height: 800 });
  await page
    .getByRole('banner')
    .getByText(`1${'0'.repeat(40)}.0000 EVO`)
    .waitFor();
  expect(await unsound(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('an amount that is copied is all of it, with as few digits as are shown', async () => {
  const { page } = await openAsNewUser(stage, { prepare: (page) => sumUp(page, '**/api/dashboard/*') });
  const figure = page.locator(`[data-amount="${SUM}"]`).first();
  await figure.waitFor();
  const copied = (selects: 'number' | 'all' | 'more') =>
    figure.evaluate((one, what) => {
      const node = { number: one.firstElementChild, all: one, more: one.closest('main') }[what];
      if (node) getSelection()?.selectAllChildren(node);
      let text: string | undefined;
      const hear = ({ clipboardData }: ClipboardEvent) => {
        text = clipboardData?.getData('text/plain');
      };
      addEventListener('copy', hear);
      document.execCommand('copy');
      removeEventListener('copy', hear);
      return text;
    }, selects);
  expect(await copied('number')).toBe(SUM);
  expect(await copied('all')).toBe(`${SUM} EVO`);
  // More than an amount is copied as it is read, by the browser.
  expect(await copied('more')).toBe('');
});
