import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clusterTexts } from '../../contracts/admin-messages.ts';
import { faucetState } from '../../contracts/api/admin-clusters.ts';
import { adminStats } from '../../contracts/api/admin-users.ts';
import { openAsSuperAdmin } from './admin-stage.ts';
import { prepareLeaps } from './leap.ts';
import { served } from './served.ts';
import { setStage } from './stage.ts';

const stage = setStage();

type Json = Record<string, unknown>;

/** A panel whose server says something else of a call from the next day on, and tells of nothing that happens. */
async function openBeforeMidnight(
  path: string,
  call: string,
  { today, tomorrow }: { readonly today: (body: Json) => Json; readonly tomorrow: (body: Json) => Json },
): Promise<{ readonly page: Page; readonly toTomorrow: () => Promise<void> }> {
  let said = today;
  const leaps: ReturnType<typeof prepareLeaps>[] = [];
  const { page } = await openAsSuperAdmin(stage, {
    path,
    async prepare(page) {
      leaps.push(prepareLeaps(page));
      await page.clock.install({ time: Date.now() });
      // Who had heard of anything, or had lost that connection, would ask for everything.
      await page.route('**/api/admin/events', (route) => route.abort());
      await page.route(`**${call}`, async (route) => {
        const response = await served(route);
        await route.fulfill({ response, json: said(await response.json()) });
      });
    },
  });
  const toTomorrow = async () => {
    said = tomorrow;
    await leaps[0]?.('24:00:05');
  };
  return { page, toTomorrow };
}

test('a panel that stays open over midnight while nothing happens says what is left of the new day’s bonuses', async () => {
  const granted = (grantedToday: string) => (body: Json) => ({ ...body, grantedToday, limitADay: '600' });
  const { page, toTomorrow } = await openBeforeMidnight('/admin?tab=users&view=clusters', faucetState.path, {
    today: granted('600'),
    tomorrow: granted('0'),
  });
  await page.getByText(clusterTexts.bonuses('600', '600')).waitFor();
  await page.getByText(clusterTexts.bonusesOver).waitFor();
  await toTomorrow();
  await page.getByText(clusterTexts.bonuses('0', '600'), { exact: true }).waitFor();
  expect(await page.getByText(clusterTexts.bonusesOver).count()).toBe(0);
});

test('and its charts have the new day', async () => {
  const newDay = { day: '2100-01-01', newUsers: 0, claimed: '0', granted: {} };
  const { page, toTomorrow } = await openBeforeMidnight('/admin', adminStats.path, {
    today: (body) => body,
    tomorrow: ({ days, ...stats }) => ({ ...stats, days: [...(Array.isArray(days) ? days : []), newDay] }),
  });
  await page.getByRole('button', { name: 'Show as table' }).click();
  await toTomorrow();
  await page.getByRole('cell', { name: newDay.day }).waitFor();
});
