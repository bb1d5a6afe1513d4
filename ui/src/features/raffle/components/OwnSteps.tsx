import { Link } from 'wouter';
import { nextDrawTexts } from '../../../../../contracts/raffle-page-messages.ts';
import { buttonClass } from '../../../components/ui/Button.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { dashboardQuery } from '../../../lib/dashboard/dashboard-query.ts';
import { ownEntryQuery } from '../api/raffle-queries.ts';
import { TakePartStep } from './TakePartStep.tsx';

const { steps } = nextDrawTexts;

type OwnStepsProps = {
  readonly userId: string;
  /** The raffle that is drawn next, where its entries are fixed already. */
  readonly frozenId: string | undefined;
};

/** What is left to do for who is signed in. */
export function OwnSteps({ userId, frozenId }: OwnStepsProps) {
  const { data } = useQuery(dashboardQuery(userId));
  const frozen = useQuery({ ...ownEntryQuery(frozenId ?? '', userId), enabled: frozenId !== undefined });
  const isVerified = data?.user.isEmailVerified === true;
  // Who has verified an address since the entries were fixed is not among them.
  const isIn = isVerified && (frozenId === undefined || Boolean(frozen.data?.entry));
  return (
    <>
      <TakePartStep number={2} text={steps.verify} isDone={isVerified}>
        {data && !isVerified && (
          <Link href="/evo-rewards" className={buttonClass({ size: 'sm' })}>
            {nextDrawTexts.verify}
          </Link>
        )}
      </TakePartStep>
      <TakePartStep
        number={3}
        text={isIn ? [nextDrawTexts.isIn, steps.wait[1]] : steps.wait}
        isDone={isVerified}
      />
    </>
  );
}
