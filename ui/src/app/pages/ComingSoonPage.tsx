import { EMAIL_SIGNUP_REWARD } from '../../../../contracts/constants.ts';
import { pages } from '../../../../contracts/messages.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Card, CardHeader } from '../../components/ui/Card.tsx';
import { ErrorState } from '../../components/ui/ErrorState.tsx';
import { PanelBoundary } from '../../components/ui/PanelBoundary.tsx';
import { BalanceCard } from '../../features/coming-soon/components/BalanceCard.tsx';
import { FeatureList } from '../../features/coming-soon/components/FeatureList.tsx';
import { WalletConnectedCard } from '../../features/coming-soon/components/WalletConnectedCard.tsx';
import { EmailSignup } from '../../features/email/components/EmailSignup.tsx';
import { errorText } from '../../lib/api/api-error.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { cx } from '../../lib/class-names.ts';
import { dashboardQuery } from '../../lib/dashboard/dashboard-query.ts';
import type { Session } from '../../lib/session/session.ts';
import { openConnectDialog } from '../../lib/wallet/connect-dialog.ts';
import { useWallet } from '../../lib/wallet/use-wallet.ts';
import { PageSkeleton } from './PageSkeleton.tsx';

/** The rewards page before the program starts: what will be, and what a person can do today. */
export function ComingSoonPage({ session }: { session: Session | null }) {
  return session ? <ForUser session={session} /> : <Content user={undefined} />;
}

function ForUser({ session }: { session: Session }) {
  const { data, error, isFetching, refetch } = useQuery(dashboardQuery(session.userId));
  if (data) return <Content user={data.user} />;
  if (!error || isFetching) return <PageSkeleton />;
  return (
    <>
      <h1 className="sr-only">Rewards</h1>
      <div className="card flex min-h-59">
        <ErrorState what="your account" detail={errorText(error)} onRetry={() => void refetch()} />
      </div>
    </>
  );
}

type ContentProps = { readonly user: Parameters<typeof WalletConnectedCard>[0]['user'] | undefined };

function Content({ user }: ContentProps) {
  const { attempt } = useWallet();
  return (
    <div className="grid gap-10">
      <header className="flex flex-col items-center pt-6 text-center sm:pt-12">
        <Badge tone="accent">Coming soon</Badge>
        <h1 className="mt-5 text-4xl leading-[1.08] font-semibold tracking-[-0.035em] text-balance sm:text-6xl">
          EvoRewards is on its way
        </h1>
        <p className="mt-4 max-w-xl text-base text-balance text-muted sm:text-lg">
          Connect a wallet or leave your email today, and you are in from the first day.
        </p>
        {!user && (
          <Button
            variant="primary"
            size="lg"
            className="mt-7"
            pending={attempt !== null}
            onClick={openConnectDialog}
          >
            Connect Wallet
          </Button>
        )}
      </header>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-[1fr_1.4fr]">
        <div className={cx('grid grid-cols-1 gap-4', user && 'content-start')}>
          <PanelBoundary what="your balance" of={user}>
            <BalanceCard amount={user?.pendingRewards ?? '0'} />
          </PanelBoundary>
          <PanelBoundary what="your wallet" of={user}>
            {user && <WalletConnectedCard user={user} />}
          </PanelBoundary>
        </div>
        <PanelBoundary what="the signup" of={user}>
          <EarlyAccess user={user} />
        </PanelBoundary>
      </div>
      <section aria-labelledby="features-title">
        <h2 id="features-title" className="mb-4 text-lg font-semibold tracking-[-0.02em]">
          What is coming
        </h2>
        <FeatureList />
      </section>
    </div>
  );
}

function EarlyAccess({ user }: ContentProps) {
  return (
    <Card aria-labelledby="early-access" className="flex flex-col">
      <CardHeader id="early-access" title="Early access" />
      <div className="flex flex-1 flex-col gap-5 px-5 pt-1 pb-5">
        <p className="text-sm text-muted">
          {user?.isEmailRewarded
            ? `Sign up with your email and verify it for the early access. ${pages.rewardedBefore}`
            : `Sign up with your email, verify it, and receive ${EMAIL_SIGNUP_REWARD} EVO Coins for being early. The reward needs a connected wallet; the early access does not.`}
        </p>
        <EmailSignup user={user} />
      </div>
    </Card>
  );
}
