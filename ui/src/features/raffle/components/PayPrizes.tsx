import { payRaffle } from '../../../../../contracts/api/raffle.ts';
import { ConfirmDialog } from '../../../components/ui/ConfirmDialog.tsx';
import { DryRunResult } from '../../../components/ui/DryRunResult.tsx';
import { useDryRun } from '../../../lib/admin/use-dry-run.ts';
import { placeLabel } from '../model/place.ts';
import type { RaffleView } from '../model/raffle-view.ts';

type PayPrizesProps = {
  readonly raffle: RaffleView;
  /** All places where none is named. */
  readonly request: { readonly place?: number };
  readonly label: string;
  readonly pending: boolean;
  readonly signing: boolean;
  readonly onPay: () => void;
  readonly onClose: () => void;
};

/** Asks before prizes are paid: what the server would do, for one place or for all. */
export function PayPrizes({ raffle, request, label, pending, signing, onPay, onClose }: PayPrizesProps) {
  const { raffleId, number, winners, useTieredRewards } = raffle;
  const dryRun = useDryRun(payRaffle, { ...request, dryRun: true }, { raffleId });
  const winner = winners.find(({ place }) => place === request.place);
  const all = useTieredRewards ? 'Send Tiered Rewards' : 'Send Rewards to All Winners';
  return (
    <ConfirmDialog
      title={winner ? 'Send Prize' : all}
      description={`Raffle #${number}. Each place is paid once, however often this is pressed.`}
      confirmLabel={label}
      pending={pending}
      signing={signing}
      toSign={dryRun.data?.toSign}
      disabled={!dryRun.data}
      onClose={onClose}
      onConfirm={onPay}
    >
      {winner && (
        <p className="mb-3">
          {placeLabel(winner.place)} place: <span className="font-medium">{winner.username}</span>
        </p>
      )}
      <DryRunResult dryRun={dryRun} />
    </ConfirmDialog>
  );
}
