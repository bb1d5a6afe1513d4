import { expect, test } from 'vitest';
import { pages } from '../../../contracts/messages.ts';
import { composeLink } from './compose.ts';

test('a name that is markup stays text in a mail', () => {
  const username = '<img src=x onerror="alert(1)">&';
  const { subject, text, html } = composeLink(
    'https://rewards.example',
    'https://rewards.example/v?a=1&b="',
    {
      username,
      walletAddress: `0x${'1'.repeat(40)}`,
    },
  );
  expect(subject).not.toContain(username);
  expect(text).toContain(username);
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;');
  expect(html).toContain('href="https://rewards.example/v?a=1&amp;b=&quot;"');
  // Of markup there is only what the mail itself is made of.
  const tags = [...html.matchAll(/<\/?([a-z]+)/g)].map(([, tag]) => tag);
  expect(new Set(tags)).toEqual(new Set(['html', 'body', 'p', 'a']));
});

test('five EVO are promised to no account that was paid for a mailbox before', () => {
  const account = { username: 'anna', walletAddress: `0x${'1'.repeat(40)}` };
  const textFor = (isEmailRewarded: boolean) =>
    composeLink('https://rewards.example', 'https://rewards.example/v', { ...account, isEmailRewarded }).text;
  expect(textFor(false)).toContain('confirming pays 5 EVO');
  expect(textFor(true)).not.toMatch(/\d EVO/);
  expect(textFor(true)).toContain(pages.rewardedBefore);
});
