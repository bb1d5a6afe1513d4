import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openPage } from './browser.ts';
import { ANSWERED_WITHIN_MS, expectStill } from './layout-shift.ts';
import { openAndConnect } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

test('a page that moves what is read, unasked, is told of', async () => {
  const { page, context } = await openPage(stage.browser, stage.app.url);
  const body = `<p>What is read</p><script>
    const late = document.createElement('div');
    late.style.height = '400px';
    setTimeout(() => document.body.prepend(late), 100);
  </script>`;
  await page.route('**/jumps', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/jumps');
  const told = () => catching(() => expectStill(stage.browser, 0));
  await expect.poll(told).toContain('/jumps moved by 0.');
  expect(told()).toContain('p "What is read"');
  await context.close();
});

test.for([
  { methods: ['POST'], told: 'nothing' },
  { methods: ['POST', 'GET'], told: 'nothing' },
  { methods: ['GET'], told: '/presses moved by 0.' },
])('of what a press moves once its late $methods are answered is told: $told', async ({ methods, told }) => {
  const { page, context } = await openPage(stage.browser, stage.app.url);
  const body = `<button>Press</button><p>What is read</p><script>
    document.querySelector('button').onclick = async () => {
      for (const method of ${JSON.stringify(methods)}) await fetch('/late', { method });
      const late = document.createElement('div');
      late.style.height = '400px';
      document.querySelector('p').before(late);
    };
  </script>`;
  await page.route('**/presses', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.route('**/late', async (route) => {
    await setTimeout(ANSWERED_WITHIN_MS + 200);
    await route.fulfill({ body: 'late' });
  });
  await page.goto('/presses');
  await page.getByRole('button').click();
  await page.locator('div').waitFor();
  // What moved is told in the frames after.
  await page.screenshot();
  await expect.poll(() => catching(() => expectStill(stage.browser, 0))).toContain(told);
  await context.close();
});

function catching(check: () => void): string {
  try {
    check();
    return 'nothing';
  } catch (error) {
    return String(error);
  }
}

test('nothing moves for who signs in through the dialog, the notices of it neither', async () => {
  const { page } = await openAndConnect(stage, { width: 768 });
  await page.getByText('You received 100 EVO tokens for joining!', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Claim 100/ }).waitFor();
  // A quarter of what is forgiven: what of the wallet is seen in the header is a little wider than its button.
  expectStill(stage.browser, 0.005);
});
