import { awaitingTexts } from '../../../../../contracts/raffle-awaits.ts';
import { gradeTexts } from '../../../../../contracts/raffle-messages.ts';
import { nextDrawTexts } from '../../../../../contracts/raffle-page-messages.ts';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import type { RaffleSummary } from '../api/raffle-queries.ts';

/** A raffle that has no winners: it waits for its round, is not so far yet, or failed. */
export function AwaitingDraw({ raffle }: { raffle: RaffleSummary }) {
  const { number, stage, round, failure, grade } = raffle;
  if (stage !== 'awaiting_beacon' || !round) {
    return (
      <EmptyState
        icon={stage === 'failed' ? 'alert' : 'clock'}
        title={stage === 'failed' ? `Raffle #${number} was not drawn` : nextDrawTexts.underWay(number)}
        next={failure ?? nextDrawTexts.toCome}
      />
    );
  }
  const at = new Date(round.dueAt).toLocaleString();
  const next = round.isOverdue ? awaitingTexts.overdue : awaitingTexts.next;
  return (
    <>
      <EmptyState
        icon={round.isOverdue ? 'alert' : 'shield'}
        title={awaitingTexts.title(number)}
        next={next(round.round, at)}
      />
      {grade === 'other_beacon' && (
        <p className="max-w-prose px-5 pb-4 text-center text-note text-muted">
          {gradeTexts.other_beacon.claim}
        </p>
      )}
    </>
  );
}
