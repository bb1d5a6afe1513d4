import { Money } from '../../../components/ui/Money.tsx';
import type { HistoryDay } from '../model/chart-points.ts';

/** The chart's twin: the same days, newest first, with their exact amounts. */
export function HistoryTable({ days }: { days: readonly HistoryDay[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section tabIndex={0} aria-label="Balance history by day" className="max-h-72 overflow-y-auto px-3 pb-3">
      <table className="w-full text-sm">
        <caption className="sr-only">Own totals at the end of each UTC day on which they changed</caption>
        <thead className="sticky top-0 bg-surface-1">
          <tr className="text-left text-xs text-faint [&>th]:px-2 [&>th]:py-2 [&>th]:font-medium">
            <th scope="col">Day</th>
            <th scope="col" className="text-right">
              Total
            </th>
            <th scope="col" className="text-right max-sm:hidden">
              Claimed
            </th>
            <th scope="col" className="text-right">
              App Rewards
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, totalRewards, claimedRewards, pendingRewards }) => (
            <tr key={day} className="[&>td]:border-t [&>td]:border-line/60 [&>td]:px-2 [&>td]:py-2">
              <td className="whitespace-nowrap tabular-nums">
                <time dateTime={day}>{day}</time>
              </td>
              <td className="text-right">
                <Money amount={totalRewards} decimals={2} unit={false} breaks />
              </td>
              <td className="text-right max-sm:hidden">
                <Money amount={claimedRewards} decimals={2} unit={false} breaks />
              </td>
              <td className="text-right">
                <Money amount={pendingRewards} decimals={2} unit={false} breaks />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
