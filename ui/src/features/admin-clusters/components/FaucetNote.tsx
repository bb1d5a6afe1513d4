import { clusterTexts } from '../../../../../contracts/admin-messages.ts';
import { WELCOME_BONUS } from '../../../../../contracts/constants.ts';
import { displayEvo, parseEvo, parseSum } from '../../../../../contracts/money.ts';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { cx } from '../../../lib/class-names.ts';
import { useNewDay } from '../../../lib/new-day/use-new-day.ts';
import { faucetQuery } from '../api/cluster-queries.ts';

/** With all that it may say. */
const HEIGHT = 'mx-5 mb-4 min-h-49 sm:min-h-30 lg:min-h-24';
const ONE_BONUS = parseEvo(WELCOME_BONUS);

/** What the program asks of new accounts, and why one of them may have got no bonus today. */
export function FaucetNote() {
  const { data, error, isFetching, refetch } = useQuery(faucetQuery);
  useNewDay(refetch);
  if (!data) {
    return error && !isFetching ? (
      <ErrorState what="today's bonuses" detail={errorText(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className={HEIGHT} />
    );
  }
  const { claimNeeds, grantedToday, limitADay, waiting, accountsANetwork } = data;
  const evo = (amount: string) => displayEvo(parseSum(amount), 0);
  const isOver = limitADay !== null && parseSum(grantedToday) + ONE_BONUS > parseSum(limitADay);
  const lines = [
    clusterTexts.bonuses(evo(grantedToday), limitADay === null ? null : evo(limitADay)),
    clusterTexts.asks(claimNeeds),
    clusterTexts.aNetwork(accountsANetwork),
    // What is not always said stands last: it moves nothing else.
    ...(waiting > 0 ? [clusterTexts.waiting(waiting)] : []),
  ];
  return (
    <div className={cx(HEIGHT, 'rounded-control bg-surface-2 px-4 py-3 text-note')}>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-muted tabular-nums">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {isOver && (
        <p role="status" className="mt-2 text-gold">
          {clusterTexts.bonusesOver}
        </p>
      )}
    </div>
  );
}
