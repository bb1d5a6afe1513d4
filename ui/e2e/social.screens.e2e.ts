import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { TWITTER_POSTS_REFRESH_MS } from '../../contracts/constants.ts';
import { refusals, validation } from '../../contracts/messages.ts';
import { socialTexts } from '../../contracts/social-messages.ts';
import { errorToasts, successToasts } from '../../contracts/toasts.ts';
import { answerAllEarned } from './answers.ts';
import { expectAlarm } from './layout-shift.ts';
import { prepareLeaps } from './leap.ts';
import { served } from './served.ts';
import { amountIn, expectNotice, notice, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const platform = (page: Page, name: string) =>
  page.getByRole('listitem', { name: `Connect ${name}`, exact: true });
const task = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Ways to earn' }).getByRole('listitem').filter({ hasText: text });

async function connect(page: Page, name: string, handle: string): Promise<void> {
  await openForm(page, name);
  await platform(page, name).getByLabel(`${name} handle`).fill(handle);
  await platform(page, name)
    .getByRole('button', { name: /^(Connect|Confirm)/ })
    .click();
}

/** The next one is open by itself. */
async function openForm(page: Page, name: string): Promise<void> {
  const opener = platform(page, name).locator('[aria-expanded=false]');
  await platform(page, name).waitFor();
  if (await opener.isVisible()) await opener.click();
}

const unclaimed = (page: Page): Promise<string | null> => amountIn(page, '[data-figure=unclaimed]');

test('an empty or impossible handle shows its text and asks the server nothing', async () => {
  const { page } = await openAsNewUser(stage);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/social/connect')) asked += 1;
  });
  for (const handle of ['', '   ', 'no spaces!']) {
    await connect(page, 'X', handle);
    await expectNotice(page, errorToasts.invalidHandle.title, validation.handleInvalid);
    await platform(page, 'X').getByText(validation.handleInvalid).waitFor();
  }
  expect(asked).toBe(0);
});

test('who has done everything is told what goes on paying, and nothing that is not so', async () => {
  const { page } = await openAsNewUser(stage);
  await answerAllEarned(page);
  await page.reload();
  await page
    .getByText('All done: each of these pays once. The daily check-in goes on paying every day.')
    .waitFor();
  await page.getByRole('region', { name: 'Daily Check-in' }).waitFor();
});

test('a connection is confirmed by the demo verifier, which says that it is one, and pays once', async () => {
  const { page, faults } = await openAsNewUser(stage);
  await page.getByText('The demo verifier takes every handle at its word.').waitFor();
  for (const [name, total] of [
    ['X', '150'],
    ['Instagram', '225'],
    ['YouTube', '325'],
  ] as const) {
    await connect(page, name, `@fan_${name}_${Date.now() % 100_000}`);
    await expectNotice(page, successToasts.socialConnected.title, 'demo verifier');
    await platform(page, name).getByText('Connected', { exact: true }).waitFor();
    expect(await platform(page, name).getByRole('textbox').count()).toBe(0);
    await expect.poll(() => unclaimed(page)).toBe(total);
  }
  // What was done before stands in one line. A page that is loaded again opens where it was left: here at its top.
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.reload();
  await page.getByText('3 of 9 ways to earn done').waitFor();
  await page.getByRole('button', { name: /^3 done, 225 EVO/ }).click();
  await expect
    .poll(() => page.getByRole('list', { name: 'Done' }).getByRole('listitem').allTextContents())
    .toEqual([
      expect.stringContaining('Connect X'),
      expect.stringContaining('Connect Instagram'),
      expect.stringContaining('Connect YouTube'),
    ]);
  expect(faults).toEqual([]);
});

test.each([360, 1440] as const)(
  'at %i px no row moves when a platform is connected, however late, or when a task is done',
  async (width) => {
    const mayAnswer = Promise.withResolvers<void>();
    const { page } = await openAsNewUser(stage, {
      width,
      prepare: (page) =>
        page.route('**/api/social/connect', async (route) => {
          await mayAnswer.promise;
          await route.continue();
        }),
    });
    await connect(page, 'X', `late${width}_${Date.now() % 10_000}`);
    await platform(page, 'X').getByText('Connecting…').waitFor();
    const topOf = (row: Locator) => row.evaluate((one) => one.getBoundingClientRect().top + scrollY);
    const before = await topOf(platform(page, 'Instagram'));
    mayAnswer.resolve();
    await platform(page, 'X').getByText('Connected', { exact: true }).waitFor();
    await expect.poll(() => unclaimed(page)).toBe('150');
    expect(await topOf(platform(page, 'Instagram'))).toBe(before);

    const next = task(page, 'Like “');
    const place = await topOf(next);
    const follow = task(page, 'Follow us on X');
    await follow.getByRole('button', { name: /^Verify/ }).click();
    await follow.getByText('Completed').waitFor();
    expect(await topOf(next)).toBe(place);
  },
);

test('each platform has a pending state of its own', async () => {
  const { page } = await openAsNewUser(stage, {
    prepare: (page) => page.route('**/api/social/connect', () => {}),
  });
  await connect(page, 'X', 'somebody');
  const button = (name: string) => platform(page, name).getByRole('button', { name: /^Connect/ });
  await expect.poll(() => button('X').getAttribute('aria-busy')).toBe('true');
  expect(await button('Instagram').getAttribute('aria-busy')).toBeNull();
  expect(await button('YouTube').isEnabled()).toBe(true);
});

test('a handle that the server refuses is told by notice and beside the field', async () => {
  const { page } = await openAsNewUser(stage);
  const handle = `taken_${Date.now() % 1_000_000}`;
  await connect(page, 'X', handle);
  await platform(page, 'X').getByText('Connected', { exact: true }).waitFor();

  const other = await openAsNewUser(stage);
  await connect(other.page, 'X', handle);
  const { title, description } = errorToasts.socialConnectFailed;
  await expectNotice(other.page, title, description);
  await platform(other.page, 'X').getByText(refusals.handleTaken).waitFor();
  await other.page.getByLabel('X handle').fill('another_one');
  await platform(other.page, 'X').getByText(refusals.handleTaken).waitFor({ state: 'detached' });
});

test('tasks are closed until their platform is connected; then idle, verifying, completed', async () => {
  const { page } = await openAsNewUser(stage);
  const follow = task(page, 'Follow us on X');
  const like = task(page, 'Like “');
  for (const button of await follow.getByRole('button').all()) expect(await button.isDisabled()).toBe(true);

  await connect(page, 'X', `tasks_${Date.now() % 1_000_000}`);
  const action = follow.getByRole('link', { name: /Follow on X/ });
  await action.waitFor();
  expect(await action.getAttribute('target')).toBe('_blank');
  expect(await task(page, 'Follow us on Instagram').getByRole('link').count()).toBe(0);
  expect((await like.locator('p').first().textContent())?.length).toBeLessThanOrEqual('Like “”…'.length + 50);

  const sent: unknown[] = [];
  await page.route('**/api/social/verify', async (route) => {
    sent.push(route.request().postDataJSON());
    await new Promise((resolve) => setTimeout(resolve, 150));
    await route.continue();
  });
  await like.getByRole('button', { name: /Verify/ }).click();
  await like.getByText('Verifying…').waitFor();
  await expectNotice(page, successToasts.taskVerified.title, '+25 EVO');
  await like.getByText('Completed').waitFor();
  await expect.poll(() => unclaimed(page)).toBe('175');

  await follow.getByRole('button', { name: /Verify/ }).click();
  await follow.getByText('Completed').waitFor();
  await expect.poll(() => unclaimed(page)).toBe('225');
  expect(sent).toMatchObject([
    { platform: 'twitter', taskType: 'like', additionalData: { tweetId: expect.stringMatching(/./) } },
    { platform: 'twitter', taskType: 'follow', additionalData: { tweetId: 'featured_tweet_id' } },
  ]);

  await page.reload();
  await task(page, 'Retweet').waitFor();
  expect((await like.count()) + (await follow.count())).toBe(0);
});

test('a task that was not done shows the reason and when to ask again', async () => {
  const { page } = await openAsNewUser(stage, { prepare: (page) => page.clock.install() });
  await connect(page, 'X', `late_${Date.now() % 1_000_000}`);
  const follow = task(page, 'Follow us on X');
  const verify = follow.getByRole('button', { name: /Verify/ });
  const answer = (body: object) =>
    page.route('**/api/social/verify', (route) => route.fulfill({ json: { reward: '0', ...body } }), {
      times: 1,
    });

  await answer({ verified: false, message: '', retryAt: null });
  await verify.click();
  await expectNotice(page, 'Verification Failed', 'Please complete the follow task and try again.');

  await answer({
    verified: false,
    message: 'X may not be asked now.',
    retryAt: new Date(Date.now() + 60_000).toISOString(),
  });
  await verify.click();
  await expectNotice(page, 'Verification Failed', 'X may not be asked now.');
  await follow.getByText(/X may not be asked now\. Ask again from \d/).waitFor();
  expect(await verify.isDisabled()).toBe(true);
  await page.clock.runFor(61_000);
  await expect.poll(() => verify.isEnabled()).toBe(true);
});

test('on a device whose clock is a day behind a task is asked about again as soon as it may be', async () => {
  const { page } = await openAsNewUser(stage, {
    prepare: (page) => page.clock.install({ time: Date.now() - 86_400_000 }),
  });
  await connect(page, 'X', `slow_${Date.now() % 1_000_000}`);
  const follow = task(page, 'Follow us on X');
  const verify = follow.getByRole('button', { name: /Verify/ });
  await page.route('**/api/social/verify', (route) => {
    const retryAt = new Date(Date.now() + 60_000).toISOString();
    const refusal = { verified: false, reward: '0', message: 'X may not be asked now.' };
    return route.fulfill({ json: { ...refusal, retryAt, retryInMs: 60_000 } });
  });
  await verify.click();
  await follow.getByText(/X may not be asked now\. Ask again from \d/).waitFor();
  expect(await verify.isDisabled()).toBe(true);
  await page.clock.runFor(61_000);
  await expect.poll(() => verify.isEnabled()).toBe(true);
});

test('a task that cannot be asked about shows why', async () => {
  const { page } = await openAsNewUser(stage);
  await connect(page, 'X', `err_${Date.now() % 1_000_000}`);
  const verify = task(page, 'Follow us on X').getByRole('button', { name: /Verify/ });
  await page.route('**/api/social/verify', (route) =>
    route.fulfill({ status: 500, json: { error: 'Internal', message: refusals.internal } }),
  );
  await verify.click();
  await expectNotice(page, 'Verification Error', refusals.internal);
});

test('the post of a task is read again every two minutes, and when it is refused', async () => {
  let newest = 1;
  let leap: ReturnType<typeof prepareLeaps> | undefined;
  const { page } = await openAsNewUser(stage, {
    prepare: async (page) => {
      leap = prepareLeaps(page);
      await page.clock.install();
      // However slow it is, the server is in reach: a page that has found it again would ask by itself.
      await page.route('**/livez', (route) => route.fulfill({ body: 'ok' }));
      await page.route('**/api/social', async (route) => {
        const post = { id: `${newest}`, text: `Post ${newest}`, url: `https://x.com/evo/status/${newest}` };
        const response = await served(route);
        const { connections, tasks } = await response.json();
        const named = tasks.map((one: { taskType: string }) =>
          one.taskType === 'like' ? { ...one, post } : one,
        );
        await route.fulfill({ response, json: { connections, tasks: named } });
      });
    },
  });
  const like = (post: number) => task(page, `Like “Post ${post}”`);
  await connect(page, 'X', `posts_${Date.now() % 1_000_000}`);
  await platform(page, 'X').getByText('Connected', { exact: true }).waitFor();
  await like(1).waitFor();
  newest = 2;
  await leap?.(TWITTER_POSTS_REFRESH_MS);
  await like(2).waitFor();

  newest = 3;
  const nothing = { verified: false, reward: '0', message: '', retryAt: null };
  await page.route('**/api/social/verify', (route) => route.fulfill({ json: nothing }), { times: 1 });
  await like(2)
    .getByRole('button', { name: /Verify/ })
    .click();
  await expectNotice(page, 'Verification Failed');
  await like(3).waitFor();

  newest = 4;
  const refusal = { status: 409, json: { error: 'Refused', message: 'Not this one' } };
  await page.route('**/api/social/verify', (route) => route.fulfill(refusal), { times: 1 });
  await like(3)
    .getByRole('button', { name: /Verify/ })
    .click();
  await expectNotice(page, 'Verification Error', 'Not this one');
  await like(4).waitFor();
});

test('where a platform has to confirm, the handle is unproven and the next step is there', async () => {
  const { page } = await openAsNewUser(stage, {
    prepare: async (page) => {
      await page.route('**/api/social', async (route) => {
        const response = await served(route);
        const { connections, tasks } = await response.json();
        const verifiers = { twitter: 'oauth', instagram: 'message_code', youtube: 'none' };
        const unproven = connections.map((one: { platform: keyof typeof verifiers }) => ({
          ...one,
          verifier: verifiers[one.platform],
          ...(one.platform !== 'youtube' && { status: 'unproven', handle: 'me' }),
        }));
        await route.fulfill({ response, json: { connections: unproven, tasks } });
      });
      await page.route('**/api/social/connect', (route) => {
        const isX = route.request().postDataJSON().platform === 'twitter';
        return route.fulfill({
          json: {
            success: true,
            status: 'unproven',
            message: isX ? 'Continue on X.' : 'Send the code.',
            reward: '0',
            authorizeUrl: isX ? 'https://x.com/i/oauth2/authorize?state=s' : null,
            messageCode: isX ? null : 'EVO-4711',
          },
        });
      });
    },
  });
  await openForm(page, 'YouTube');
  await platform(page, 'YouTube').getByText('This site cannot ask YouTube yet.').waitFor();
  // A task there is not said to open with a handle that nobody can confirm.
  await task(page, 'Subscribe on YouTube').getByText('This site cannot ask YouTube yet').waitFor();
  await task(page, 'Follow us on X').getByText('Opens once X is connected').waitFor();
  await platform(page, 'X').getByText('Unproven').waitFor();
  expect(await task(page, 'Follow us on X').getByRole('link').count()).toBe(0);

  await connect(page, 'X', 'me');
  const link = platform(page, 'X').getByRole('link', { name: /Confirm on X/ });
  expect(await link.getAttribute('href')).toBe('https://x.com/i/oauth2/authorize?state=s');
  await connect(page, 'Instagram', 'me');
  await platform(page, 'Instagram').getByText('EVO-4711').waitFor();
  expect(await unclaimed(page)).toBe('100');
});

/** X has confirmed the account; from when on it lets nobody ask about it any more, is for the test to say. */
const answerAsConnected = (page: Page, isLapsed: () => boolean) =>
  Promise.all([
    page.route('**/api/social', async (route) => {
      const response = await served(route);
      const { connections, tasks } = await response.json();
      const status = isLapsed() ? 'expired' : 'confirmed';
      const shown = connections.map((one: { platform: string }) =>
        one.platform === 'twitter' ? { ...one, verifier: 'oauth', status, handle: 'me' } : one,
      );
      await route.fulfill({ response, json: { connections: shown, tasks } });
    }),
    page.route('**/api/social/connect', (route) => {
      const answer = {
        success: true,
        status: 'confirmed',
        message: socialTexts.signInAgain('X'),
        reward: '0',
      };
      const authorizeUrl = 'https://x.com/i/oauth2/authorize?state=anew';
      return route.fulfill({ json: { ...answer, authorizeUrl, messageCode: null } });
    }),
  ]);

/** Until the way to X is there. */
async function reconnect(page: Page): Promise<void> {
  await platform(page, 'X').getByText('Expired', { exact: true }).waitFor();
  await openForm(page, 'X');
  await platform(page, 'X').getByRole('button', { name: 'Reconnect X' }).click();
  await expectNotice(page, 'One more step', socialTexts.signInAgain('X'));
  const link = platform(page, 'X').getByRole('link', { name: /Confirm on X/ });
  expect(await link.getAttribute('href')).toBe('https://x.com/i/oauth2/authorize?state=anew');
}

test('who connects anew what a platform no longer lets us ask about is led there, not told that all is done', async () => {
  const { page } = await openAsNewUser(stage, { prepare: (page) => answerAsConnected(page, () => true) });
  await reconnect(page);
});

test('a platform that no longer lets us ask is there to be connected anew as soon as that is known', async () => {
  let isLapsed = false;
  const { page } = await openAsNewUser(stage, { prepare: (page) => answerAsConnected(page, () => isLapsed) });
  const follow = task(page, 'Follow us on X');
  await follow.waitFor();
  expect(await platform(page, 'X').count()).toBe(0);

  isLapsed = true;
  // The row that comes back pushes down the task that cannot be verified without it.
  expectAlarm(page);
  const no = { verified: false, reward: '0', message: socialTexts.signInAgain('X'), retryAt: null };
  await page.route('**/api/social/verify', (route) => route.fulfill({ json: no }));
  await follow.getByRole('button', { name: /^Verify/ }).click();
  await expectNotice(page, 'Verification Failed', socialTexts.signInAgain('X'));
  await reconnect(page);
});

test('who comes back from a platform is told how it ended, and a reload does not say it again', async () => {
  const { page } = await openAsNewUser(stage);
  await page.goto('/evo-rewards?social=denied&platform=twitter');
  await expectNotice(page, 'Connection Failed', 'You did not allow it on X.');
  expect(new URL(page.url()).search).toBe('');
  await page.reload();
  await platform(page, 'X').waitFor();
  expect(await notice(page).count()).toBe(0);
});
