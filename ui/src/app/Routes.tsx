import { Redirect, Route, Switch } from 'wouter';
import { useDisconnect } from '../features/wallet/model/use-disconnect.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { NotFoundPage } from './pages/NotFoundPage.tsx';
import { PageSkeleton } from './pages/PageSkeleton.tsx';
import { ReferralLanding } from './pages/ReferralLanding.tsx';

const RewardsPage = lazyPart(
  async () => (await import('./pages/RewardsPage.tsx')).RewardsPage,
  <PageSkeleton />,
);

const SocialsPage = lazyPart(
  async () => (await import('./pages/SocialsPage.tsx')).SocialsPage,
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
        <Redirect to="/evo-rewards" replace />
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
