import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { useDisconnect } from '../features/wallet/model/use-disconnect.ts';
import { NotFoundPage } from './pages/NotFoundPage.tsx';
import { PageSkeleton } from './pages/PageSkeleton.tsx';
import { ReferralLanding } from './pages/ReferralLanding.tsx';

const RewardsPage = lazy(async () => {
  const { RewardsPage } = await import('./pages/RewardsPage.tsx');
  return { default: RewardsPage };
});

const VerifyEmailPage = lazy(async () => {
  const { VerifyEmailPage } = await import('./pages/VerifyEmailPage.tsx');
  return { default: VerifyEmailPage };
});

const AdminPage = lazy(async () => {
  const { AdminPage } = await import('./pages/AdminPage.tsx');
  return { default: AdminPage };
});

const RafflePage = lazy(async () => {
  const { RafflePage } = await import('./pages/RafflePage.tsx');
  return { default: RafflePage };
});

/** Disconnecting is the shell's already; a page that brought it along would split the first load into more parts. */
function Admin() {
  return <AdminPage disconnect={useDisconnect()} />;
}

export function Routes() {
  return (
    <Suspense fallback={<PageSkeleton />}>
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
    </Suspense>
  );
}
