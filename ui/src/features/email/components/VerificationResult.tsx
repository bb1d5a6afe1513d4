import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { pages, shownRefusals } from '../../../../../contracts/messages.ts';
import { parseSum } from '../../../../../contracts/money.ts';
import { Button, buttonClass } from '../../../components/ui/Button.tsx';
import { Icon, type IconName } from '../../../components/ui/Icon.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { Spinner } from '../../../components/ui/Spinner.tsx';
import { type LinkOfAnother, useEmailVerification } from '../model/use-email-verification.ts';
import { useIsErased } from '../model/use-is-erased.ts';
import { useIsSameReader } from '../model/use-is-same-reader.ts';
import type { Verified } from '../model/verify-once.ts';

export function VerificationResult({ token }: { token: string }) {
  const state = useEmailVerification(token);
  switch (state.status) {
    case 'verifying':
      return (
        <Notice mark={<Spinner className="size-7 text-accent" />} title={pages.verifyingTitle}>
          <p>This takes a moment.</p>
        </Notice>
      );
    case 'failed':
      return (
        <Notice
          mark={<Mark icon="alert" tone="bg-danger/10 text-danger" />}
          title={pages.verificationFailedTitle}
        >
          <p>{state.message || pages.verificationFailedText}</p>
          <ToRewards />
        </Notice>
      );
    case 'processing':
      return (
        <Notice mark={<Mark icon="clock" tone="bg-info/10 text-info" />} title={pages.processingTitle}>
          <p>{pages.processingText}</p>
          <Button variant="primary" className="mt-7" onClick={state.tryAgain}>
            Look again
          </Button>
        </Notice>
      );
    case 'asking':
      return <Question link={state.link} onAgree={state.agree} />;
    case 'verified':
      return <Success answer={state.answer} />;
  }
}

export function InvalidLink() {
  return (
    <Notice
      mark={<Mark icon="alert" tone="bg-danger/10 text-danger" />}
      title={pages.invalidVerificationLink}
    >
      <p>The link has no token. Open it again from the mail, all of it.</p>
      <ToRewards />
    </Notice>
  );
}

function Question({ link, onAgree }: { link: LinkOfAnother; onAgree: () => void }) {
  const { account, signedInAs } = link;
  return (
    <Notice mark={<Mark icon="alert" tone="bg-info/10 text-info" />} title={pages.anotherAccountTitle}>
      <p className="[overflow-wrap:anywhere]">{shownRefusals.verifiesAnother(account, signedInAs)}</p>
      {account.walletAddress !== null && (
        <p className="mt-2 font-mono text-note [overflow-wrap:anywhere]">{account.walletAddress}</p>
      )}
      <p className="mt-4">{pages.anotherAccountText}</p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <Link href="/evo-rewards" className={buttonClass({ variant: 'primary' })}>
          {pages.leaveLink}
        </Link>
        <Button onClick={onAgree}>{pages.verifyForAnother(account)}</Button>
      </div>
    </Notice>
  );
}

/** It names a mailbox, which is not for who comes to the page next. */
function Success({ answer }: { answer: Verified }) {
  const isSameReader = useIsSameReader();
  const isErased = useIsErased(answer.account.walletAddress);
  return (
    <Notice mark={<Mark icon="check" tone="bg-success/10 text-success" />} title={pages.verifiedTitle}>
      {isSameReader && !isErased && <Outcome {...answer} />}
      <ToRewards primary />
    </Notice>
  );
}

function Outcome({ user, account, reward }: Verified) {
  const paid = parseSum(reward) > 0n;
  return (
    <>
      <p className="[overflow-wrap:anywhere]">{pages.verifiedFor(user.email, account)}</p>
      {paid ? (
        <p className="mt-5 text-4xl font-semibold tracking-[-0.03em]">
          <Money amount={reward} decimals={0} sign="+" tone="gold" hero />
        </p>
      ) : (
        <p className="mt-2">
          {account.walletAddress === null ? pages.rewardNeedsWallet : pages.rewardedBefore}
        </p>
      )}
    </>
  );
}

function ToRewards({ primary = false }: { primary?: boolean }) {
  return (
    <Link
      href="/evo-rewards"
      className={`${buttonClass({ variant: primary ? 'primary' : 'secondary' })} mt-7`}
    >
      Go to your rewards
    </Link>
  );
}

type NoticeProps = { readonly mark: ReactNode; readonly title: string; readonly children: ReactNode };

/** One state of the page. A change of state is spoken, and takes a focus that its button has lost. */
function Notice({ mark, title, children }: NoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (title && document.activeElement === document.body) place.current?.focus();
  }, [title]);
  return (
    <div
      ref={place}
      tabIndex={-1}
      className="mx-auto flex max-w-md flex-col items-center py-16 text-center sm:py-28"
    >
      <span className="grid h-14 place-items-center">{mark}</span>
      <div role="status" className="mt-5">
        <h1 className="text-3xl font-semibold tracking-[-0.03em] text-balance">{title}</h1>
        <div className="mt-3 text-muted">{children}</div>
      </div>
    </div>
  );
}

function Mark({ icon, tone }: { icon: IconName; tone: string }) {
  return (
    <span className={`grid size-14 place-items-center rounded-full ${tone}`}>
      <Icon name={icon} className="size-7" />
    </span>
  );
}
