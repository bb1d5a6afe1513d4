import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Referrals } from '../../../../../contracts/api/referrals.ts';
import { REFERRAL_FRIENDS_A_DOMAIN } from '../../../../../contracts/constants.ts';
import { referralsQuery } from '../api/referrals-query.ts';
import { ReferralPanel } from './ReferralPanel.tsx';

const referrals: Referrals = {
  link: 'https://rewards.example/ref/u',
  total: 9,
  successful: 9,
  active: 9,
  earned: '650',
  earnedThisWeek: '650',
  tier: 'Bronze',
  next: { tier: 'Silver', needed: 1 },
};

test('of friends beyond the few of a domain and a day nobody is told that they paid', () => {
  const client = new QueryClient();
  client.setQueryData(referralsQuery.queryKey, referrals);
  const shown = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ReferralPanel />
    </QueryClientProvider>,
  );
  expect(shown).toContain('title="Friends who did something that the program confirmed"');
  expect(shown).toMatch(
    new RegExp(`at the same private mail domain, the first ${REFERRAL_FRIENDS_A_DOMAIN} a day are paid for`),
  );
});
