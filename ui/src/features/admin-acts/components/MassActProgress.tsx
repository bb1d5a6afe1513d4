import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { massActProgress } from '../../../../../contracts/api/admin-acts.ts';
import { Meter } from '../../../components/ui/Meter.tsx';
import { Spinner } from '../../../components/ui/Spinner.tsx';
import { refreshAdmin } from '../../../lib/admin/admin-queries.ts';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';

const POLL_MS = 1_000;

/** How far a clear or reset of all accounts has got, while there is one. */
export function MassActProgress() {
  const { data } = useQuery({
    ...endpointQuery(massActProgress),
    refetchInterval: ({ state }) => (state.data?.act ? POLL_MS : false),
  });
  const act = data?.act ?? undefined;
  const wasUnderWay = useRef(false);

  useEffect(() => {
    // With its end, every figure of the panel is another one.
    if (wasUnderWay.current && !act) void refreshAdmin();
    wasUnderWay.current = act !== undefined;
  }, [act]);

  if (!act) return null;
  const { kind, done, of } = act;
  const text = `${done.toLocaleString('en')} of ${of.toLocaleString('en')} accounts`;
  const name = kind === 'clear' ? 'Clearing all App Rewards' : 'Resetting all user rewards';
  return (
    <section aria-label="Act under way" className="card grid gap-3 p-5">
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
        <span className="flex items-center gap-2 font-medium">
          <Spinner /> {name}
        </span>
        <span className="text-muted tabular-nums">{text}</span>
      </p>
      <Meter label={name} value={done} of={of} text={text} />
    </section>
  );
}
