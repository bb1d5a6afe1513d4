import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { newAddress, newUser, signUp } from '../../api/testing/email-calls.ts';
import { mailsTo } from '../../api/testing/mailbox.ts';
import { pages } from '../../contracts/messages.ts';
import { outboxTexts } from '../../contracts/outbox-messages.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { openPage } from './browser.ts';
import { served } from './served.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const SUBJECT = 'Confirm your email address for EvoRewards';

test('a mail of the trial is shown as its reader would see it, and its link leads where it should', async () => {
  const { page, faults } = await openPage(stage.browser, stage.app.url);
  await page.goto('/api/dev/outbox');
  await page.getByText(outboxTexts.none).waitFor();

  const { client } = await newUser(stage.app);
  const address = newAddress();
  await signUp(client, address);
  await mailsTo(client, address);
  await page.getByRole('link', { name: outboxTexts.refresh }).click();
  await page.getByRole('heading', { name: SUBJECT }).waitFor();
  await page.getByRole('navigation', { name: outboxTexts.list }).getByText(address).waitFor();
  const mail = page.frameLocator(`iframe[title="${outboxTexts.mail}"]`);
  await mail.getByText('Somebody, most likely you, typed this address').waitFor();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectSoundInAllLooks(page, `the outbox, ${colorScheme}`);
  }

  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    mail.getByRole('link', { name: 'Confirm this email address' }).click(),
  ]);
  await opened.getByRole('heading', { name: pages.verifiedTitle }).waitFor();
  expect(new URL(opened.url()).pathname).toBe('/verify-email');
  // The frame has no storage, in which the test itself would keep the theme.
  expect(faults.filter((fault) => !fault.includes('localStorage'))).toEqual([]);

  await page.goto('/api/dev/outbox?mail=gone');
  await page.getByText(outboxTexts.gone).waitFor();
  for (const accept of ['application/json', '*/*']) {
    const answer = await page.request.get('/api/dev/outbox', { headers: { accept } });
    expect(await answer.json()).toMatchObject({ messages: [{ to: [address] }] });
  }
});

test('even a mail that was written anew by nobody runs nothing in its frame and asks for nothing', async () => {
  const { client } = await newUser(stage.app);
  const address = newAddress();
  await signUp(client, address);
  await mailsTo(client, address);
  const elsewhere = createServer();
  let connections = 0;
  elsewhere.on('connection', (socket) => {
    connections += 1;
    socket.destroy();
  });
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  // A TCP server that listens has an address with a port.
  const url = `http://127.0.0.1:${Reflect.get(Object(elsewhere.address()), 'port')}`;
  try {
    const { page } = await openPage(stage.browser, stage.app.url);
    const ran: string[] = [];
    page.on('dialog', (dialog) => {
      ran.push(dialog.message());
      void dialog.dismiss();
    });
    await page.route('**/api/dev/outbox/mail*', async (route) => {
      // The headers of the real answer, and what no mail of ours holds.
      const response = await served(route);
      await route.fulfill({ response, body: hostile(url) });
    });
    await page.goto('/api/dev/outbox');
    const mail = page.frameLocator(`iframe[title="${outboxTexts.mail}"]`);
    await mail.getByText('The end of it').waitFor();
    // Opened by itself it may do no more.
    const src = await page.locator('iframe').getAttribute('src');
    await page.goto(src ?? '');
    await page.getByText('The end of it').waitFor();
    expect(page.url()).toContain('/api/dev/outbox/mail');
    expect(await page.evaluate(() => ({ origin: window.origin, ran: 'ran' in window }))).toEqual({
      origin: 'null',
      ran: false,
    });
    expect(ran).toEqual([]);
    expect(connections).toBe(0);
  } finally {
    elsewhere.close();
  }
});

const hostile = (url: string): string => `<!doctype html><html><head>
<meta http-equiv="refresh" content="0;url=${url}/refresh">
<link rel="stylesheet" href="${url}/sheet"><link rel="icon" href="${url}/icon">
<link rel="prefetch" href="${url}/prefetch"><link rel="preload" as="script" href="${url}/preload">
<style>@import "${url}/import"; body { background: url(${url}/background) } @font-face { font-family: x; src: url(${url}/font) } p { font-family: x }</style>
<base href="${url}/"><script src="${url}/script"></script><script>window.ran = 1; alert('script')</script></head>
<body onload="alert('load')" style="background: url(${url}/attribute)">
<img src="${url}/picture" onerror="alert('error')"><svg><image href="${url}/svg" /></svg>
<iframe src="${url}/frame"></iframe><object data="${url}/object"></object><embed src="${url}/embed">
<video src="${url}/video" poster="${url}/poster" autoplay></video><audio src="${url}/audio" autoplay></audio>
<form action="${url}/form"><input autofocus onfocus="this.form.submit(); alert('focus')"></form>
<p>The end of it</p></body></html>`;
