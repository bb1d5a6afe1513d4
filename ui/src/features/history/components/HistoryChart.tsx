import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { Money } from '../../../components/ui/Money.tsx';
import { axisNumber } from '../../../lib/axis-number.ts';
import { serverDay } from '../../../lib/server-time.ts';
import { type ChartPoint, chartPoints, dayNames, dayTicks, type HistoryDay } from '../model/chart-points.ts';

/** Colours are the theme's own variables, so that the chart follows it. */
export function HistoryChart({ days }: { days: readonly HistoryDay[] }) {
  const points = chartPoints(days, serverDay());
  const last = days.at(-1);
  return (
    <figure className="flex flex-1 flex-col px-5 pb-4">
      <figcaption className="mb-2 flex flex-wrap gap-x-5 text-xs text-muted">
        <Key className="bg-gold">Total rewards</Key>
        <Key className="bg-info">App Rewards, not yet claimed</Key>
        <span className="sr-only">
          {last &&
            `From ${days[0]?.day} to ${last.day}; total now ${last.totalRewards} EVO, of which ${last.pendingRewards} EVO not claimed. The table has every day.`}
        </span>
      </figcaption>
      <div aria-hidden="true" className="relative min-h-40 flex-1">
        <ResponsiveContainer width="100%" height="100%" className="absolute inset-0">
          <AreaChart
            data={[...points]}
            margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid stroke="var(--line)" strokeOpacity={0.6} vertical={false} />
            <XAxis
              dataKey="at"
              type="number"
              scale="time"
              domain={['dataMin', 'dataMax']}
              tickFormatter={dayNames(points)}
              ticks={dayTicks(points)}
              minTickGap={32}
              {...axis}
            />
            <YAxis width={44} tickFormatter={axisNumber} {...axis} />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: 'var(--control)' }}
              content={<PointCard />}
            />
            <Area
              type="stepAfter"
              dataKey="total"
              stroke="var(--gold)"
              fill="var(--gold)"
              fillOpacity={0.1}
              {...area}
            />
            <Area type="stepAfter" dataKey="pending" stroke="var(--info)" fill="none" {...area} />
          </AreaChart>
        </ResponsiveContainer>
      </div>
    </figure>
  );
}

const axis = { tickLine: false, axisLine: false, tick: { fill: 'var(--faint)', fontSize: 12 } } as const;
const area = { strokeWidth: 1.5, isAnimationActive: false, activeDot: { r: 3 } } as const;

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden="true" className={`h-0.5 w-3 rounded-full forced-color-adjust-none ${className}`} />
      {children}
    </span>
  );
}

/** What recharts hands to the content of its tooltip, as far as it is used here. */
type PointCardProps = {
  readonly active?: boolean;
  readonly payload?: readonly { readonly payload: ChartPoint }[];
};

function PointCard({ active, payload }: PointCardProps) {
  const point = payload?.[0]?.payload;
  if (!active || !point) return null;
  const { day, totalRewards, pendingRewards } = point.day;
  return (
    <div className="grid gap-1 rounded-control border border-line bg-surface-2 px-3 py-2 text-xs">
      <span className="text-faint">{day}</span>
      <span className="flex justify-between gap-4">
        Total <Money amount={totalRewards} decimals={2} tone="gold" />
      </span>
      <span className="flex justify-between gap-4">
        App Rewards <Money amount={pendingRewards} decimals={2} />
      </span>
    </div>
  );
}
