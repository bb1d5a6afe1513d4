import { useState } from 'react';
import { Button } from '../../../components/ui/Button.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { PanelBoundary } from '../../../components/ui/PanelBoundary.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { TableSwitch } from '../../../components/ui/TableSwitch.tsx';
import { adminStatsQuery } from '../../../lib/admin/admin-queries.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useNewDay } from '../../../lib/new-day/use-new-day.ts';
import { SERIES, type Series } from '../model/program-days.ts';
import { ProgramTable } from './ProgramTable.tsx';

const ProgramChart = lazyPart(
  () => import('./ProgramChart.tsx'),
  ({ ProgramChart }) => ProgramChart,
  <Skeleton className="mx-5 mb-4 h-72" />,
);

// The keys of a record are its key type; Object.keys only forgets that.
const all = Object.keys(SERIES) as Series[];

/** The last 90 days of the program, as a picture or as a table of the same days. */
export function ProgramCharts() {
  const query = useQuery(adminStatsQuery);
  useNewDay(query.refetch);
  const [series, setSeries] = useState<Series>('granted');
  const [asTable, setAsTable] = useState(false);
  return (
    <Panel
      title="Last 90 days"
      what="the last 90 days"
      query={query}
      className="min-h-96"
      aside={() => <TableSwitch asTable={asTable} onChange={setAsTable} />}
      skeleton={<Skeleton className="mx-5 my-3 h-72" />}
    >
      {({ days }) => (
        <>
          <fieldset className="flex flex-wrap gap-1 px-5 pb-3">
            <legend className="sr-only">What to show</legend>
            {all.map((one) => (
              <Button
                key={one}
                size="sm"
                className="max-sm:px-2"
                variant={one === series ? 'secondary' : 'ghost'}
                aria-pressed={one === series}
                onClick={() => setSeries(one)}
              >
                {SERIES[one]}
              </Button>
            ))}
          </fieldset>
          {asTable ? (
            <ProgramTable days={days} series={series} />
          ) : (
            <PanelBoundary what="the chart" className="m-5 border-0">
              <ProgramChart days={days} series={series} />
            </PanelBoundary>
          )}
        </>
      )}
    </Panel>
  );
}
