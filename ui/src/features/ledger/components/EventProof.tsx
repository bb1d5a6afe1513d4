import { useMemo } from 'react';
import { Link } from 'wouter';
import { buttonClass } from '../../../components/ui/Button.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { type EventAnswer, receiptQuery, sealStateQuery } from '../api/ledger-queries.ts';
import { checkEvent, isWhole } from '../model/event-check.ts';
import { booksAt } from '../model/ledger-address.ts';
import { recallSeal } from '../model/seal-memory.ts';
import { whenSealed } from '../model/when-sealed.ts';
import { CheckResult } from './CheckResult.tsx';
import { SaveReceipt } from './SaveReceipt.tsx';

/** What this browser has checked of an event, asked for again until it is sealed and witnessed. */
export function EventProof({ answer }: { answer: EventAnswer }) {
  const { line } = answer;
  const { data: seals } = useQuery(sealStateQuery);
  const witnesses = useMemo(() => seals?.witnesses.map(({ verifierKey }) => verifierKey) ?? [], [seals]);
  const query = useQuery(receiptQuery(line.eventId, (receipt) => isWhole(receipt, witnesses)));
  const { data: receipt, error, isFetching } = query;
  const check = useMemo(
    () => receipt && checkEvent(answer, receipt, { witnesses, remembered: recallSeal() }),
    [answer, receipt, witnesses],
  );
  if (!receipt || !check) {
    return error && !isFetching ? (
      <ErrorState
        what="the proof of this event"
        detail={errorText(error)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <div aria-busy="true" className="grid gap-3">
        <span role="status" className="sr-only">
          Loading the proof
        </span>
        <Skeleton className="h-16" />
        <Skeleton className="h-10" />
      </div>
    );
  }
  return (
    <CheckResult
      check={check}
      note={check.verdict === 'not sealed yet' && `${whenSealed(seals)} This page asks again by itself.`}
    >
      <SaveReceipt receipt={receipt} />
      <Link href={booksAt(line.ledgerPosition)} className={buttonClass({})}>
        <Icon name="clock" className="size-4" /> The books right after it
      </Link>
    </CheckResult>
  );
}
