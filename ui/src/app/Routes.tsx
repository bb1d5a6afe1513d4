import type { ComponentType } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { type PageName, pageAt } from '../../../contracts/pages.ts';
import { useDisconnect } from '../features/wallet/model/use-disconnect.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { NotFoundPage } from './pages/NotFoundPage.tsx';
import { PageSkeleton } from './pages/PageSkeleton.tsx';
import { ReferralLanding } from './pages/ReferralLanding.tsx';

const RewardsPage = lazyPart(
  async () => (await import('./pages/RewardsPage.tsx')).RewardsPage,
  <PageSkeleton />,
);

const VerifyEmailPage = lazyPart(
  async () => (await import('./pages/VerifyEmailPage.tsx')).VerifyEmailPage,
  <PageSkeleton />,
);

const AdminPage = lazyPart(async () => (await import('./pages/AdminPage.tsx')).AdminPage, <PageSkeleton />);

const RafflePage = lazyPart(
  async () => (await import('./pages/RafflePage.tsx')).RafflePage,
  <PageSkeleton />,
);

/** Pages whose code comes before they are first drawn: the server sends them drawn as far as they can be without answers. */
const pagesToPreload: Partial<Record<PageName, () => Promise<ComponentType>>> = {
  rewards: RewardsPage.preload,
  raffle: RafflePage.preload,
};

/** Fetches the code that the first drawing of a path takes. Undefined where that is the shell's, or a neutral skeleton. */
export async function preloadPage(path: string): Promise<ComponentType | undefined> {
  return pagesToPreload[pageAt(path)]?.();
}

/** Disconnecting is the shell's already; a page that brought it along would split the first load into more parts. */
function Admin() {
  return <AdminPage disconnect={useDisconnect()} />;
}

export function Routes() {
  return (
    <Switch>
      <Route path="/">
        <Redirect to="/evo-rewards" replace />
      </Route>
      <Route path="/dashboard">
        <Redirect to="/evo-rewards" replace />
      </Route>
      <Route path="/evo-rewards">
        <RewardsPage />
      </Route>
      <Route path="/evolve-socials">
        <Redirect to="/evo-rewards" replace />
      </Route>
      <Route path="/admin">
        <Admin />
      </Route>
      <Route path="/raffle">
        <RafflePage />
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
