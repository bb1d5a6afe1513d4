import { expect, test } from 'vitest';
import { openPage } from './browser.ts';
import { expectStill } from './layout-shift.ts';
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
  const told = () => {
    try {
      expectStill(stage.browser, 0);
      return 'nothing';
    } catch (error) {
      return String(error);
    }
  };
  await expect.poll(told).toContain('/jumps moved by 0.');
  expect(told()).toContain('p "What is read"');
  await context.close();
});

test('nothing moves for who signs in through the dialog, the notices of it neither', async () => {
  const { page } = await openAndConnect(stage, { width: 768 });
  await page.getByText('You received 100 EVO tokens for joining!', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Claim 100/ }).waitFor();
  // A quarter of what is forgiven: what of the wallet is seen in the header is a little wider than its button.
  expectStill(stage.browser, 0.005);
});
