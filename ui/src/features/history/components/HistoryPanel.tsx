import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../components/ui/Button.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { historyQuery } from '../api/history-query.ts';
import { HistoryTable } from './HistoryTable.tsx';

const HistoryChart = lazy(async () => {
  const { HistoryChart } = await import('./HistoryChart.tsx');
  return { default: HistoryChart };
});

/** The own totals over time, as a picture or as a table of the same days. */
export function HistoryPanel() {
  const query = useQuery(historyQuery);
  const [asTable, setAsTable] = useState(false);
  return (
    <Panel
      title="Balance History"
      what="your balance history"
      query={query}
      className="min-h-84"
      aside={({ days }) =>
        days.length > 0 && (
          <Button size="sm" variant="ghost" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            Show as table
          </Button>
        )
      }
      skeleton={<ChartSkeleton />}
    >
      {({ days }) => {
        if (days.length === 0) {
          return <EmptyState icon="chart" title="No history yet" next="It begins with your first reward." />;
        }
        if (asTable) return <HistoryTable days={days} />;
        return (
          <Suspense fallback={<ChartSkeleton />}>
            <HistoryChart days={days} />
          </Suspense>
        );
      }}
    </Panel>
  );
}

function ChartSkeleton() {
  return <Skeleton className="mx-5 my-3 h-64" />;
}
