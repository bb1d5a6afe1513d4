import type { sendReward } from '../../../../../contracts/api/admin.ts';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Line } from '../../../components/ui/Line.tsx';
import { Money } from '../../../components/ui/Money.tsx';

/** What the last reward of this page did. */
export function RewardResult({ sent }: { sent: ResponseOf<typeof sendReward> | undefined }) {
  return (
    <section
      aria-label="Result"
      className="flex flex-col rounded-control border border-dashed border-line p-4 lg:min-h-64"
    >
      {sent ? (
        <div role="status">
          <p className="flex items-center gap-2 pb-2 text-sm font-medium">
            <Icon
              name={sent.above === null ? 'check' : 'clock'}
              className={`size-4 ${sent.above === null ? 'text-success' : 'text-info'}`}
            />{' '}
            {sent.message}
          </p>
          <dl className="grid">
            <Line name="User">{sent.username}</Line>
            <Line name="Amount">
              <Money
                amount={sent.amount}
                decimals={DECIMALS.pendingBalance}
                sign={sent.above === null ? '+' : undefined}
                tone={sent.above === null ? 'gold' : 'plain'}
              />
            </Line>
            <Line name="App Rewards before">
              <Money amount={sent.pendingBefore} decimals={DECIMALS.pendingBalance} />
            </Line>
            <Line name="App Rewards after">
              <Money amount={sent.pendingAfter} decimals={DECIMALS.pendingBalance} />
            </Line>
          </dl>
        </div>
      ) : (
        <EmptyState
          icon="gift"
          title="No reward sent yet"
          next="You see what a reward would do before it is sent; what it did stands here afterwards."
        />
      )}
    </section>
  );
}
