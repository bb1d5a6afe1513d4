import { request } from 'node:http';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWallet } from '../../ledger/testing/start-ledger.ts';
import { type MailSink, startMailSink } from '../integrations/email/sink.ts';
import { idempotencyKey } from '../testing/client.ts';
import { newAddress } from '../testing/email-calls.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

const SITE = 'https://rewards.example';
const EVIL = 'evil.example';
let app: TestApp;
let sink: MailSink;
let port: number;
beforeAll(async () => {
  sink = await startMailSink();
  // As behind a proxy, whose word for the caller's address is believed; that for the site's name is not.
  app = await startApp({
    env: { PUBLIC_URL: SITE, TRUST_PROXY: '1', SUPER_ADMIN_WALLET: newWallet(), SMTP_URL: sink.url },
  });
  port = app.port;
});
afterAll(async () => {
  await app.close();
  await sink.stop();
});

/** Every way in which a request says what the site is called. */
const poisons: readonly Record<string, string>[] = [
  { host: EVIL },
  { host: `rewards.example:1@${EVIL}` },
  { 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'http' },
  { host: EVIL, 'x-forwarded-host': EVIL, 'x-forwarded-server': EVIL, 'x-forwarded-port': '666' },
  { forwarded: `host=${EVIL};proto=http`, 'x-original-host': EVIL, 'x-host': EVIL },
];

type Sent = { readonly status: number | undefined; readonly cookie: string; readonly text: string };

function send(method: string, path: string, headers: Record<string, string>, body?: object): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const all = { host: 'rewards.example', origin: SITE, 'content-type': 'application/json', ...headers };
    const asked = request({ host: '127.0.0.1', port, method, path, headers: all }, async (answer) => {
      const text = (await answer.toArray()).join('');
      const cookie = (answer.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');
      resolve({ status: answer.statusCode, cookie, text });
    });
    asked.on('error', reject).end(body && JSON.stringify(body));
  });
}

async function signIn(account: PrivateKeyAccount, headers: Record<string, string>) {
  const walletAddress = account.address;
  const challenge = await send('POST', '/api/wallet/challenge', headers, { walletAddress });
  expect(challenge.status).toBe(200);
  const { message } = JSON.parse(challenge.text);
  const signature = await account.signMessage({ message });
  const more = { walletAddress, message, signature, walletType: 'metamask' };
  const { cookie, status } = await send('POST', '/api/wallet/connect', headers, more);
  expect(status).toBe(200);
  return { message: String(message), cookie };
}

test.each(poisons)('with %j every link of a mail is the site’s own', async (poison) => {
  const address = newAddress();
  const answer = await send(
    'POST',
    '/api/email/signup',
    { ...poison, ...idempotencyKey() },
    { email: address },
  );
  expect(answer.status).toBe(200);
  const mails = () => sink.messages().filter(({ to }) => to.includes(address));
  await expect.poll(() => mails().length).toBe(1);
  const [mail] = mails();
  expect(mail?.text).toContain(`${SITE}/verify-email?token=`);
  expect(mail?.html).toContain(`href="${SITE}/verify-email?token=`);
  expect(mail?.from).toBe('no-reply@rewards.example');
  expect(JSON.stringify(mail)).not.toMatch(/evil|:666\b|http:\/\/rewards/);
});

test('on https a session has a cookie that no other host and no plain connection can plant, and it counts before others', async () => {
  const accounts = [generatePrivateKey(), generatePrivateKey()].map((key) => privateKeyToAccount(key));
  const [own = '', planted = ''] = await Promise.all(
    accounts.map(async (account) => (await signIn(account, {})).cookie),
  );
  const whoIs = async (cookie: string) =>
    JSON.parse((await send('GET', '/api/session', { cookie })).text).session?.walletAddress;
  const [plain = '', bound = ''] = own.split('; ');
  expect([plain, bound]).toEqual([
    expect.stringMatching(/^evo_session=[\w-]{43}$/),
    expect.stringMatching(/^__Host-evo_session=[\w-]{43}$/),
  ]);
  const [stranger = ''] = planted.split('; ');
  for (const cookie of [
    own,
    bound,
    `${stranger}; ${own}`,
    `${stranger}; ${bound}`,
    `${bound}; ${stranger}`,
  ]) {
    expect(await whoIs(cookie)).toBe(accounts[0]?.address);
  }
  // Of a release before, or of one that runs beside this one.
  expect(await whoIs(plain)).toBe(accounts[0]?.address);
  expect(await whoIs(`${plain}; __Host-evo_session=${'A'.repeat(43)}`)).toBe(accounts[0]?.address);
  const left = await send('POST', '/api/wallet/disconnect', { cookie: own }, {});
  expect(left.cookie).toBe('evo_session=; __Host-evo_session=');
  expect([await whoIs(plain), await whoIs(bound)]).toEqual([undefined, undefined]);
});

test.each(poisons)('with %j the text to sign and the referral link name the site', async (poison) => {
  const { message, cookie } = await signIn(privateKeyToAccount(generatePrivateKey()), poison);
  expect(message).toMatch(/^rewards\.example wants you to sign in/);
  expect(message).toContain(`URI: ${SITE}`);
  const { text } = await send('GET', '/api/referrals', { ...poison, cookie });
  expect(text).toContain(`${SITE}/ref/`);
  expect(message + text).not.toContain('evil');
});
