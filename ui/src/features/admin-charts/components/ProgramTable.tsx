import { Money } from '../../../components/ui/Money.tsx';
import {
  grantedOn,
  type ProgramDay,
  SERIES,
  type Series,
  sourceNames,
  sourcesIn,
} from '../model/program-days.ts';

/** The chart's twin: the same days, newest first, with their exact amounts. */
export function ProgramTable({ days, series }: { days: readonly ProgramDay[]; series: Series }) {
  const sources = series === 'granted' ? sourcesIn(days) : [];
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
      tabIndex={0}
      aria-label={`${SERIES[series]} by day`}
      className="relative max-h-72 overflow-auto px-3 pb-3"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{SERIES[series]}, one row for each UTC day</caption>
        <thead className="sticky top-0 bg-surface-1">
          <tr className="text-right text-xs text-faint [&>th]:px-2 [&>th]:py-2 [&>th]:font-medium [&>th]:whitespace-nowrap">
            <th scope="col" className="text-left">
              Day
            </th>
            {sources.map((source) => (
              <th key={source} scope="col">
                {sourceNames[source] ?? source}
              </th>
            ))}
            <th scope="col">{series === 'granted' ? 'Total' : SERIES[series]}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr
              key={day.day}
              className="text-right [&>td]:border-t [&>td]:border-line/60 [&>td]:px-2 [&>td]:py-2"
            >
              <td className="text-left whitespace-nowrap tabular-nums">
                <time dateTime={day.day}>{day.day}</time>
              </td>
              {sources.map((source) => (
                <td key={source}>
                  <Money amount={day.granted[source] ?? '0'} decimals={2} unit={false} />
                </td>
              ))}
              <td>
                {series === 'newUsers' ? (
                  <span className="font-mono tabular-nums">{day.newUsers.toLocaleString('en')}</span>
                ) : (
                  <Money
                    amount={series === 'claimed' ? day.claimed : grantedOn(day)}
                    decimals={2}
                    unit={false}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
