import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
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
