import { useMemo, useRef } from 'react';
import {
  eventSchemas,
  SINGLE_STREAMS,
  STREAM_CATEGORIES,
} from '../../../../../contracts/events/ledger-event.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Select } from '../../../components/ui/Select.tsx';
import { queryClient } from '../../../lib/api/api.ts';
import { useInfiniteQuery } from '../../../lib/api/use-infinite-query.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { type LogFilter, logPages, newestLogQuery } from '../api/ledger-queries.ts';
import { newsOf, newsText } from '../model/news.ts';
import { useLedgerAddress } from '../model/use-ledger-address.ts';
import { LogPages } from './LogPages.tsx';
import { StreamField } from './StreamField.tsx';

/** Every event of the ledger, newest first. What comes while one reads waits behind a button, so that nothing jumps. */
export function EventFeed() {
  const { query, change } = useLedgerAddress();
  const filter: LogFilter = { type: query.get('type') ?? '', stream: query.get('stream') ?? '' };
  const pages = logPages(filter);
  const list = useInfiniteQuery(pages);
  const newest = useQuery(newestLogQuery(filter));
  const news = newsOf(list.data?.pages[0]?.lines, newest.data);
  const card = useRef<HTMLElement>(null);
  const types = useMemo(() => typeOptions(filter.type), [filter.type]);
  const isKind = Object.hasOwn(streamKinds, filter.stream);

  function showNews(): void {
    if (newest.data) {
      // A further page that is on its way belongs below the list as it was.
      void queryClient.cancelQueries({ queryKey: pages.queryKey });
      queryClient.setQueryData(pages.queryKey, { pages: [newest.data], pageParams: [null] });
    }
    // The button goes with what it told of.
    card.current?.focus({ preventScroll: true });
  }

  return (
    <Card
      ref={card}
      tabIndex={-1}
      aria-labelledby="events-title"
      aria-busy={list.isFetching}
      className="flex min-h-110 min-w-0 flex-col"
    >
      <CardHeader
        id="events-title"
        title="Every event, newest first"
        aside={
          <span role="status">
            {news.count > 0 && (
              <Button size="sm" variant="primary" onClick={showNews}>
                <Icon name="refresh" className="size-4" /> {newsText(news)}
              </Button>
            )}
          </span>
        }
      />
      <div className="grid grid-cols-2 gap-3 px-5 pt-1 pb-4 lg:grid-cols-3">
        <Select
          label="Kind of event"
          value={filter.type}
          options={types}
          onChoose={(type) => change({ type })}
        />
        <Select
          label="Kind of stream"
          value={isKind ? filter.stream : ''}
          options={streamKinds}
          onChoose={(stream) => change({ stream })}
        />
        <StreamField stream={isKind ? '' : filter.stream} onChoose={(stream) => change({ stream })} />
      </div>
      <LogPages
        query={list}
        what="the events"
        caption="Events of the ledger, newest first"
        empty={
          filter.type || filter.stream ? (
            <EmptyState icon="search" title="No such event" next="Choose another kind, or all of them." />
          ) : (
            <EmptyState
              icon="ledger"
              title="No events yet"
              next="The first thing that happens in the program is written here."
            />
          )
        }
      />
    </Card>
  );
}

/** With what the address asks for, also where this version of the page has never heard of it. */
function typeOptions(chosen: string): Readonly<Record<string, string>> {
  const known = Object.keys(eventSchemas).sort();
  const all = chosen === '' || known.includes(chosen) ? known : [chosen, ...known];
  return { '': 'All', ...Object.fromEntries(all.map((type) => [type, type])) };
}

const streamKinds: Readonly<Record<string, string>> = {
  '': 'All',
  ...Object.fromEntries([...STREAM_CATEGORIES, ...SINGLE_STREAMS].map((name) => [name, name])),
};
