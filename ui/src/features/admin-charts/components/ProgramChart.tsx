import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { chartTexts } from '../../../../../contracts/admin-messages.ts';
import { Money } from '../../../components/ui/Money.tsx';
import { axisNumber } from '../../../lib/axis-number.ts';
import { chartColour } from '../../../lib/theme/chart-colours.ts';
import {
  drawnSources,
  grantedOn,
  height,
  type ProgramDay,
  SERIES,
  type Series,
  sourceNames,
  sourcesIn,
} from '../model/program-days.ts';

/** One bar a day; colours are the theme's own variables, so that the chart follows it. */
export function ProgramChart({ days, series }: { days: readonly ProgramDay[]; series: Series }) {
  const { bars, heightsOn } = drawn(days, series);
  const points = days.map((day) => ({ day, ...heightsOn(day) }));
  return (
    <figure className="px-5 pb-4">
      <figcaption className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {bars.map((bar, index) => (
          <span key={bar} className="flex items-center gap-1.5">
            <svg aria-hidden="true" viewBox="0 0 10 10" className="size-2.5">
              <rect width="10" height="10" rx="2" fill={chartColour(index)} />
            </svg>
            {series === 'granted' ? (sourceNames[bar] ?? bar) : SERIES[series]}
          </span>
        ))}
        {bars.length === 0 && <span>Nothing was granted in these days.</span>}
        <span className="sr-only">
          One bar for each of the last {days.length} days. The table has them all.
        </span>
      </figcaption>
      <div aria-hidden="true" className="h-64">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={points}
            margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid stroke="var(--line)" strokeOpacity={0.6} vertical={false} />
            <XAxis dataKey="day.day" tickFormatter={dayName} minTickGap={48} {...axis} />
            <YAxis width={48} allowDecimals={series !== 'newUsers'} tickFormatter={axisNumber} {...axis} />
            <Tooltip
              isAnimationActive={false}
              cursor={{ fill: 'var(--surface-2)', fillOpacity: 0.6 }}
              content={<DayCard series={series} sources={sourcesIn(days)} />}
            />
            {bars.map((bar, index) => (
              <Bar
                key={bar}
                dataKey={bar}
                stackId="all"
                fill={chartColour(index)}
                // Series that are no neighbours meet where a day has nothing between them.
                stroke="var(--surface-1)"
                strokeWidth={1}
                isAnimationActive={false}
                maxBarSize={18}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
    </figure>
  );
}

function drawn(days: readonly ProgramDay[], series: Series): ReturnType<typeof drawnSources> {
  switch (series) {
    case 'granted':
      return drawnSources(days);
    case 'claimed':
      return { bars: [series], heightsOn: (day) => ({ claimed: height(day.claimed) }) };
    case 'newUsers':
      return { bars: [series], heightsOn: (day) => ({ newUsers: day.newUsers }) };
  }
}

const axis = { tickLine: false, axisLine: false, tick: { fill: 'var(--faint)', fontSize: 12 } } as const;
const dayFormat = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayName = (day: string): string => dayFormat.format(new Date(day));

/** What recharts hands to the content of its tooltip, as far as it is used here. */
type DayCardProps = {
  readonly series: Series;
  readonly sources: readonly string[];
  readonly active?: boolean;
  readonly payload?: readonly { readonly payload: { readonly day: ProgramDay } }[];
};

function DayCard({ series, sources, active, payload }: DayCardProps) {
  const day = payload?.[0]?.payload.day;
  if (!active || !day) return null;
  return (
    <div className="grid gap-1 rounded-control border border-line bg-surface-2 px-3 py-2 text-xs">
      <span className="text-faint">{day.day}</span>
      {series === 'newUsers' && <span>{chartTexts.newUsers(day.newUsers)}</span>}
      {series === 'claimed' && <Money amount={day.claimed} decimals={2} />}
      {series === 'granted' && (
        <>
          {sources
            .filter((source) => height(day.granted[source]) > 0)
            .map((source) => (
              <span key={source} className="flex justify-between gap-4">
                {sourceNames[source] ?? source} <Money amount={day.granted[source] ?? '0'} decimals={2} />
              </span>
            ))}
          <span className="flex justify-between gap-4 border-t border-line pt-1">
            Total <Money amount={grantedOn(day)} decimals={2} />
          </span>
        </>
      )}
    </div>
  );
}
