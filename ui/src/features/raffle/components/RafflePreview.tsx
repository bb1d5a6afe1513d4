import type { RequestOf } from '../../../../../contracts/api/endpoint.ts';
import { startRaffle } from '../../../../../contracts/api/raffle.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { raffleTexts } from '../../../../../contracts/messages.ts';
import { awaitingTexts } from '../../../../../contracts/raffle-awaits.ts';
import { gradeTexts } from '../../../../../contracts/raffle-messages.ts';
import { ConfirmDialog } from '../../../components/ui/ConfirmDialog.tsx';
import { DryRunResult } from '../../../components/ui/DryRunResult.tsx';
import { Line } from '../../../components/ui/Line.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { shownOf, useDryRun, wordsToSign } from '../../../lib/admin/use-dry-run.ts';
import { cx } from '../../../lib/class-names.ts';
import { takesRound } from '../model/next-draw.ts';

type RafflePreviewProps = {
  readonly request: RequestOf<typeof startRaffle>;
  readonly pending: boolean;
  readonly signing: boolean;
  /** The same was sent and got no answer. */
  readonly mayBeDrawn: boolean;
  /** @param number the raffle that was shown */
  readonly onDraw: (number: number) => void;
  readonly onClose: () => void;
};

/** What would be drawn, as the server sees it, before it is public for ever. */
export function RafflePreview({
  request,
  pending,
  signing,
  mayBeDrawn,
  onDraw,
  onClose,
}: RafflePreviewProps) {
  const dryRun = useDryRun(startRaffle, { ...request, dryRun: true });
  const { data } = dryRun;
  return (
    <ConfirmDialog
      title="Start Raffle"
      description={
        mayBeDrawn
          ? 'Maybe drawn already. Draw again to find out: the same raffle is never drawn twice.'
          : 'Nothing is drawn yet. This is what would happen.'
      }
      confirmLabel="Draw Winners"
      pending={pending}
      signing={signing}
      toSign={wordsToSign(dryRun)}
      disabled={!data}
      onClose={onClose}
      onConfirm={() => data && onDraw(data.number)}
    >
      <DryRunResult dryRun={dryRun} />
      <dl className="mt-3 grid">
        <Line name="Raffle">{shownOf(dryRun, ({ number }) => `#${number}`)}</Line>
        <Line name="Number of winners">{String(request.winnerCount)}</Line>
        <Line name="Prize of each">
          {request.useTieredRewards ? 'Its own for each place' : <Prize amount={String(request.amount)} />}
        </Line>
        <Line name="Total">
          {shownOf(dryRun, ({ total }) => (
            <Money amount={total} decimals={DECIMALS.raffleTotal} tone="gold" />
          ))}
        </Line>
        <Line name="Eligible users">{shownOf(dryRun, ({ eligible }) => eligible.toLocaleString('en'))}</Line>
        <Line name="Fairness">{shownOf(dryRun, ({ grade }) => gradeTexts[grade].name)}</Line>
      </dl>
      {/* Where most programs say it, its place is kept before it is known. */}
      {(!data || takesRound(data.grade)) && (
        <p className={cx('mt-3 text-note text-muted', !data && 'invisible')}>{awaitingTexts.before}</p>
      )}
      <p className="mt-3 text-note text-muted">{raffleTexts.permanent}</p>
    </ConfirmDialog>
  );
}

/** All of it: it can be taken back by nobody. */
const Prize = ({ amount }: { amount: string }) => (
  <Money amount={amount} decimals={DECIMALS.raffleTotal} whole />
);
