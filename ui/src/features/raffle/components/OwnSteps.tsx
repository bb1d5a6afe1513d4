import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { nextDrawTexts } from '../../../../../contracts/raffle-page-messages.ts';
import { buttonClass } from '../../../components/ui/Button.tsx';
import { dashboardQuery } from '../../../lib/dashboard/dashboard-query.ts';
import { TakePartStep } from './TakePartStep.tsx';

const { steps } = nextDrawTexts;

/** What is left to do for who is signed in. */
export function OwnSteps({ userId }: { readonly userId: string }) {
  const { data } = useQuery(dashboardQuery(userId));
  const isVerified = data?.user.isEmailVerified === true;
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
        text={isVerified ? [nextDrawTexts.isIn, steps.wait[1]] : steps.wait}
        isDone={isVerified}
      />
    </>
  );
}
