import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { nextDrawTexts } from '../../../../../contracts/raffle-page-messages.ts';
import { Button, buttonClass } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { cx } from '../../../lib/class-names.ts';
import { dashboardQuery } from '../../../lib/dashboard/dashboard-query.ts';
import { useSession } from '../../../lib/session/session.ts';
import { openConnectDialog } from '../../../lib/wallet/connect-dialog.ts';

const { steps } = nextDrawTexts;

/** The way into every draw, and how far the reader has come. */
export function HowToTakePart() {
  const session = useSession();
  const userId = session.status === 'signedIn' ? session.session.userId : undefined;
  const { data } = useQuery({ ...dashboardQuery(userId ?? ''), enabled: userId !== undefined });
  const isVerified = userId !== undefined && data?.user.isEmailVerified === true;
  const asksForEmail = data !== undefined && userId !== undefined && !isVerified;
  return (
    <section aria-labelledby="how-to-title" className="grid gap-2">
      <h3 id="how-to-title" className="text-[13px] font-medium text-muted">
        {nextDrawTexts.howTo}
      </h3>
      <ol className="grid gap-1">
        <Step number={1} text={steps.connect} isDone={userId !== undefined}>
          {session.status === 'signedOut' && (
            <Button size="sm" aria-label="Connect Wallet to take part" onClick={openConnectDialog}>
              {nextDrawTexts.connect}
            </Button>
          )}
        </Step>
        <Step number={2} text={steps.verify} isDone={isVerified}>
          {asksForEmail && (
            <Link href="/evo-rewards" className={buttonClass({ size: 'sm' })}>
              {nextDrawTexts.verify}
            </Link>
          )}
        </Step>
        <Step
          number={3}
          text={isVerified ? [nextDrawTexts.isIn, steps.wait[1]] : steps.wait}
          isDone={isVerified}
        />
      </ol>
    </section>
  );
}

type StepProps = {
  readonly number: number;
  readonly text: readonly [title: string, more: string];
  readonly isDone: boolean;
  readonly children?: ReactNode;
};

function Step({ number, text: [title, more], isDone, children }: StepProps) {
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1">
      <span
        className={cx(
          'grid size-7 shrink-0 place-items-center rounded-full border text-xs font-semibold',
          isDone ? 'border-success/40 bg-success/10 text-success' : 'border-control text-muted',
        )}
      >
        {isDone ? <Icon name="check" className="size-4" /> : number}
        {isDone && <span className="sr-only">{nextDrawTexts.done}</span>}
      </span>
      <span className="min-w-0 flex-1 basis-44 text-sm">
        <span className="block font-medium">{title}</span>
        <span className="block text-[13px] text-muted">{more}</span>
      </span>
      {children}
    </li>
  );
}
