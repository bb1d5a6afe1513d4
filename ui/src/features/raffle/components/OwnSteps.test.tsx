import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { Router } from 'wouter';
import { nextDrawTexts } from '../../../../../contracts/raffle-page-messages.ts';
import { queryClient } from '../../../lib/api/api.ts';
import { dashboardQuery } from '../../../lib/dashboard/dashboard-query.ts';
import { ownEntryQuery } from '../api/raffle-queries.ts';
import { OwnSteps } from './OwnSteps.tsx';

const USER = '00000000-0000-4000-8000-000000000001';
const RAFFLE = '00000000-0000-4000-8000-000000000002';
const ENTRY = { index: 0, count: 6, entry: 'ab'.repeat(32), root: 'cd'.repeat(32), path: [] };

afterEach(() => queryClient.clear());

/** What is said of the last step. */
function lastStep(isEmailVerified: boolean, frozen?: { readonly entry: typeof ENTRY | null }): string {
  queryClient.setQueryData<unknown>(dashboardQuery(USER).queryKey, { user: { isEmailVerified } });
  if (frozen) queryClient.setQueryData(ownEntryQuery(RAFFLE, USER).queryKey, frozen);
  const markup = renderToStaticMarkup(
    <Router ssrPath="/raffle">
      <QueryClientProvider client={queryClient}>
        <OwnSteps userId={USER} frozenId={frozen && RAFFLE} />
      </QueryClientProvider>
    </Router>,
  );
  const texts = markup.replaceAll(/(<[^>]*>)+/g, '|').split('|');
  return texts.at(-3) ?? '';
}

test('who has a verified address is in the next draw, as long as none has its entries already', () => {
  expect(lastStep(true)).toBe(nextDrawTexts.isIn);
  expect(lastStep(false)).toBe(nextDrawTexts.steps.wait[0]);
});

test('of a draw whose entries are frozen only who is among them is said to be in it', () => {
  expect(lastStep(true, { entry: ENTRY })).toBe(nextDrawTexts.isIn);
  expect(lastStep(true, { entry: null })).toBe(nextDrawTexts.steps.wait[0]);
});
