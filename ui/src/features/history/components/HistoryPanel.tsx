import { useState } from 'react';
import { Panel } from '../../../components/ui/Panel.tsx';
import { PanelBoundary } from '../../../components/ui/PanelBoundary.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { TableSwitch } from '../../../components/ui/TableSwitch.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { historyQuery } from '../api/history-query.ts';
import { HistoryTable } from './HistoryTable.tsx';

const HistoryChart = lazyPart(
  () => import('./HistoryChart.tsx'),
  ({ HistoryChart }) => HistoryChart,
  <ChartSkeleton />,
);

/** The own totals over time, as a picture or as a table of the same days. */
export function HistoryPanel() {
  const query = useQuery(historyQuery);
  const [asTable, setAsTable] = useState(false);
  const isEmpty = query.data?.days.length === 0;
  return (
    <Panel
      title="Balance History"
      what="your balance history"
      query={query}
      // A chart takes the room that is left beside the other column; a line of text does not.
      {...(!isEmpty && { className: 'lg:flex-1' })}
      aside={({ days }) => days.length > 0 && <TableSwitch asTable={asTable} onChange={setAsTable} />}
      skeleton={<ChartSkeleton />}
    >
      {({ days }) => {
        if (days.length === 0) {
          return (
            <p className="px-5 pb-5 text-note text-muted">
              No history yet. It begins with your first reward.
            </p>
          );
        }
        if (asTable) return <HistoryTable days={days} />;
        return (
          <PanelBoundary what="the chart" className="m-5 border-0">
            <HistoryChart days={days} />
          </PanelBoundary>
        );
      }}
    </Panel>
  );
}

function ChartSkeleton() {
  return <Skeleton className="mx-5 my-3 h-52" />;
}
