import { PRODUCT_NAME } from './constants.ts';
import { shellTexts } from './shell-messages.ts';

/** The pages of the product, by what each is for. */
export type PageName =
  | 'socials'
  | 'dashboard'
  | 'rewards'
  | 'raffle'
  | 'proofs'
  | 'ledger'
  | 'verifyEmail'
  | 'admin'
  | 'referral'
  | 'notFound';

/** What stands in the browser's tab, before the product's name. */
export const pageTitles: Readonly<Record<PageName, string>> = {
  socials: 'Socials',
  dashboard: 'Dashboard',
  rewards: 'Rewards',
  raffle: 'Raffle',
  proofs: 'How raffles are proved',
  ledger: 'Ledger',
  verifyEmail: 'Verify email',
  admin: 'Admin',
  referral: 'You are invited',
  notFound: shellTexts.notFoundTitle,
};

/** As a tab, a search engine and a shared link name the page. */
export const documentTitle = (title: string): string => `${title} · ${PRODUCT_NAME}`;

/** What a search engine and a shared link say of a page. Apart from the titles, for no browser needs them. */
export const pageDescriptions: Readonly<Record<PageName, string>> = {
  socials:
    'Follow the EVO community, hear its music and its shows, and see what its rewards program has granted so far.',
  dashboard: 'Your EVO rewards, your standing and every event behind them.',
  rewards:
    'Connect a wallet, earn EVO for what you do in the community, and claim it. Every balance can be recomputed from an open ledger.',
  raffle:
    'The latest EVO raffle and its winners. Every draw can be computed again by anyone, in the browser, from what was fixed before it.',
  proofs: 'How anyone who holds the events of an EVO raffle can compute its winners again, step by step.',
  ledger:
    'Every event of the EVO rewards program, sealed and witnessed: read it, go back in it, and let your own browser verify it.',
  verifyEmail: 'Verify the email address that you signed up with.',
  admin: 'The admin panel of the rewards program.',
  referral:
    'A friend invites you to EvoRewards: connect a wallet and earn EVO for what you do in the community.',
  notFound: 'There is nothing at this address.',
};

export type PageRoute = {
  readonly page: PageName;
  /** As the browser's router writes it. */
  readonly path: string;
  /** Where search engines find the page; none: they are asked to leave it out. */
  readonly canonical?: string;
};

/** Every path that the browser's router knows. */
export const pageRoutes: readonly PageRoute[] = [
  { page: 'socials', path: '/', canonical: '/' },
  { page: 'socials', path: '/evolve-socials', canonical: '/' },
  { page: 'dashboard', path: '/dashboard' },
  { page: 'rewards', path: '/evo-rewards', canonical: '/evo-rewards' },
  { page: 'raffle', path: '/raffle', canonical: '/raffle' },
  { page: 'proofs', path: '/raffle/proofs', canonical: '/raffle/proofs' },
  { page: 'ledger', path: '/ledger', canonical: '/ledger' },
  { page: 'verifyEmail', path: '/verify-email' },
  { page: 'admin', path: '/admin' },
  { page: 'referral', path: '/ref/:userId' },
];

/** The route of a path, as the browser's router reads it: in any case, with or without a slash at its end. */
export function routeAt(path: string): PageRoute | undefined {
  return pageRoutes.find((route) => patternOf(route.path).test(path));
}

export const pageAt = (path: string): PageName => routeAt(path)?.page ?? 'notFound';

/** `:name` stands for one segment. https://github.com/lukeed/regexparam is what the router reads paths with. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+?')}/?$`, 'i');
