import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import type { payRaffle } from '../../../../../contracts/api/raffle.ts';
import { ConfirmDialog } from '../../../components/ui/ConfirmDialog.tsx';
import { placeLabel } from '../model/place.ts';
import type { RaffleView } from '../model/raffle-view.ts';

type PayPrizesProps = {
  readonly raffle: RaffleView;
  /** All places where none is named. */
  readonly place: number | undefined;
  readonly would: ResponseOf<typeof payRaffle>;
  readonly label: string;
  readonly pending: boolean;
  readonly signing: boolean;
  readonly onPay: () => void;
  readonly onClose: () => void;
};

/** Asks before prizes are paid: what the server would do, for one place or for all. */
export function PayPrizes({ raffle, place, would, label, pending, signing, onPay, onClose }: PayPrizesProps) {
  const { number, winners, useTieredRewards } = raffle;
  const winner = winners.find((one) => one.place === place);
  const all = useTieredRewards ? 'Send Tiered Rewards' : 'Send Rewards to All Winners';
  return (
    <ConfirmDialog
      title={winner ? 'Send Prize' : all}
      description={`Raffle #${number}. Each place is paid once, however often this is pressed.`}
      confirmLabel={label}
      pending={pending}
      signing={signing}
      toSign={would.toSign}
      onClose={onClose}
      onConfirm={onPay}
    >
      {winner && (
        <p className="mb-3">
          {placeLabel(winner.place)} place: <span className="font-medium">{winner.username}</span>
        </p>
      )}
      <p className="rounded-control bg-surface-2 px-4 py-3 [overflow-wrap:anywhere]">{would.message}</p>
    </ConfirmDialog>
  );
}
