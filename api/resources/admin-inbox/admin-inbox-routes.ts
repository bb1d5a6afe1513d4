import type Router from '@koa/router';
import { adminInbox } from '../../../contracts/api/admin-inbox.ts';
import { formatEvo } from '../../../contracts/money.ts';
import { oneReading } from '../../http/one-reading.ts';
import { type Parts, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { GIVEN_UP_TOLD_MS } from '../../integrations/email/outbox.ts';
import { OVERDUE_AFTER_MS } from '../raffles/present-raffle.ts';
import {
  countOpenRequests,
  countOpenSetAside,
  failedMails,
  overdueRaffles,
  rafflesToPay,
} from './inbox-queries.ts';

/** What needs a hand, in one call. */
export function adminInboxRoutes(router: Router<AppState>, parts: Parts): void {
  const { pool, clock } = parts;
  const inbox = async () => {
    const now = clock();
    const [toPay, overdue, requests, setAside, mails] = await Promise.all([
      rafflesToPay(pool),
      overdueRaffles(pool, new Date(now - OVERDUE_AFTER_MS)),
      countOpenRequests(pool, new Date(now)),
      countOpenSetAside(pool),
      failedMails(pool, new Date(now - GIVEN_UP_TOLD_MS)),
    ]);
    return {
      prizes: {
        count: toPay.count,
        raffles: toPay.raffles.map(({ total, ...raffle }) => ({ ...raffle, total: formatEvo(total) })),
      },
      overdue,
      requests,
      setAside,
      mails,
    };
  };
  const ofAll = oneReading(() => 'inbox', inbox);
  serveQuery(router, parts, adminInbox, () => ofAll(undefined));
}
