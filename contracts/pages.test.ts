import { expect, test } from 'vitest';
import { pageAt, pageRoutes, routeAt } from './pages.ts';

test.each([
  ['/', 'socials'],
  ['/evolve-socials', 'socials'],
  ['/evo-rewards', 'rewards'],
  ['/evo-rewards/', 'rewards'],
  ['/EVO-Rewards', 'rewards'],
  ['/ref/abc', 'referral'],
  ['/ref/', 'notFound'],
  ['/ref/a/b', 'notFound'],
  ['/raffle/proofs', 'proofs'],
  ['/ledger', 'ledger'],
  ['/evo-rewards/more', 'notFound'],
  ['/index.html', 'notFound'],
  ['//', 'notFound'],
] as const)('%s is %s', (path, page) => {
  expect(pageAt(path)).toBe(page);
});

test('a canonical address is a path of its own page', () => {
  const canonical = pageRoutes.filter((route) => route.canonical);
  expect(new Set(canonical.map((route) => route.canonical))).toEqual(
    new Set(['/', '/evo-rewards', '/raffle', '/raffle/proofs', '/ledger']),
  );
  for (const { page, canonical: path = '' } of canonical) expect(routeAt(path)?.page).toBe(page);
});
