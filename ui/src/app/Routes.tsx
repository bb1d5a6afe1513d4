import type { ComponentType } from 'react';
import { Route, Switch } from 'wouter';
import { type PageName, pageAt } from '../../../contracts/pages.ts';
import { useDisconnect } from '../features/wallet/model/use-disconnect.ts';
import { queryClient } from '../lib/api/api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { LEDGER_PATH } from '../lib/ledger/ledger-path.ts';
import { networkQuery } from '../lib/network/network-query.ts';
import { PROOFS_PATH } from '../lib/proofs-path.ts';
import { NotFoundPage } from './pages/NotFoundPage.tsx';
import { PageSkeleton } from './pages/PageSkeleton.tsx';
import { ReferralLanding } from './pages/ReferralLanding.tsx';

const rewards = () => import('./pages/RewardsPage.tsx');
const RewardsPage = lazyPart(rewards, ({ RewardsPage }) => RewardsPage, <PageSkeleton />);
const DashboardPage = lazyPart(rewards, ({ DashboardPage }) => DashboardPage, <PageSkeleton />);

const SocialsPage = lazyPart(
  () => import('./pages/SocialsPage.tsx'),
  ({ SocialsPage }) => SocialsPage,
  <PageSkeleton />,
);

const VerifyEmailPage = lazyPart(
  () => import('./pages/VerifyEmailPage.tsx'),
  ({ VerifyEmailPage }) => VerifyEmailPage,
  <PageSkeleton />,
);

const AdminPage = lazyPart(
  () => import('./pages/AdminPage.tsx'),
  ({ AdminPage }) => AdminPage,
  <PageSkeleton />,
);

const RafflePage = lazyPart(
  () => import('./pages/RafflePage.tsx'),
  ({ RafflePage }) => RafflePage,
  <PageSkeleton />,
);

const ProofsPage = lazyPart(
  () => import('./pages/ProofsPage.tsx'),
  ({ ProofsPage }) => ProofsPage,
  <PageSkeleton />,
);

const LedgerPage = lazyPart(
  () => import('./pages/LedgerPage.tsx'),
  ({ LedgerPage }) => LedgerPage,
  <PageSkeleton />,
);

/** Pages whose code comes before they are first drawn: the server sends them drawn as far as they can be without answers. */
const pagesToPreload: Partial<Record<PageName, () => Promise<ComponentType>>> = {
  socials: SocialsPage.preload,
  dashboard: DashboardPage.preload,
  rewards: preloadRewards,
  raffle: RafflePage.preload,
  proofs: ProofsPage.preload,
  ledger: LedgerPage.preload,
};

/** Fetches the code that the first drawing of a path takes. Undefined where that is the shell's, or a neutral skeleton. */
export async function preloadPage(path: string): Promise<ComponentType | undefined> {
  return pagesToPreload[pageAt(path)]?.();
}

/** With its variant, where the server has said that it is the one. */
async function preloadRewards(): Promise<ComponentType> {
  const page = await RewardsPage.preload();
  const network = queryClient.getQueryData(networkQuery.queryKey);
  if (network?.rewardsPage === 'coming-soon') await (await rewards()).ComingSoonPage.preload();
  return page;
}

/** Disconnecting is the shell's already; a page that brought it along would split the first load into more parts. */
function Admin() {
  return <AdminPage disconnect={useDisconnect()} />;
}

export function Routes() {
  return (
    <Switch>
      <Route path="/">
        <SocialsPage />
      </Route>
      <Route path="/dashboard">
        <DashboardPage />
      </Route>
      <Route path="/evo-rewards">
        <RewardsPage />
      </Route>
      <Route path="/evolve-socials">
        <SocialsPage />
      </Route>
      <Route path="/admin">
        <Admin />
      </Route>
      <Route path="/raffle">
        <RafflePage />
      </Route>
      <Route path={PROOFS_PATH}>
        <ProofsPage />
      </Route>
      <Route path={LEDGER_PATH}>
        <LedgerPage />
      </Route>
      <Route path="/verify-email">
        <VerifyEmailPage />
      </Route>
      <Route path="/ref/:userId">{({ userId }) => <ReferralLanding userId={userId} />}</Route>
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  );
}
