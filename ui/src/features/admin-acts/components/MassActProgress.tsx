import { useEffect, useRef } from 'react';
import { progressText } from '../../../../../contracts/admin-messages.ts';
import { massActDone } from '../../../../../contracts/admin-toasts.ts';
import { Meter } from '../../../components/ui/Meter.tsx';
import { Spinner } from '../../../components/ui/Spinner.tsx';
import { refreshAdmin } from '../../../lib/admin/admin-queries.ts';
import { type MassAct, massActQuery } from '../../../lib/admin/mass-act.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { showToast } from '../../../lib/toast/toast.ts';

const names: Readonly<Record<MassAct['kind'], string>> = {
  clear: 'Clearing all App Rewards',
  reset: 'Resetting all user rewards',
  restore: 'Giving back what a reset took',
};

/**
 * How far an act on all accounts has got, while there is one, whoever asked for it and from whichever tab it is seen;
 * at its end, what it did.
 */
export function MassActProgress() {
  const { data } = useQuery(massActQuery);
  const act = data?.act ?? undefined;
  const ended = data?.ended ?? undefined;
  const last = useRef<MassAct>(undefined);

  useEffect(() => {
    const before = last.current;
    last.current = act;
    if (!before || before.requestId === act?.requestId) return;
    if (ended?.requestId === before.requestId) showToast(massActDone(ended.kind, ended.count, ended.total));
    // With its end, every figure of the panel is another one.
    void refreshAdmin();
  }, [act, ended]);

  if (!act) return null;
  const { kind, done, of } = act;
  const text = progressText(done, of, 'account');
  return (
    // In view wherever the act was asked for, over the page, which it moves neither when it comes nor when it goes.
    <section
      aria-label="Act under way"
      className="card fixed inset-x-4 top-18 z-15 mx-auto grid max-w-md animate-fade gap-3 p-4"
    >
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
        <span className="flex items-center gap-2 font-medium">
          <Spinner /> {names[kind]}
        </span>
        <span className="text-muted tabular-nums">{text}</span>
      </p>
      <Meter label={names[kind]} value={done} of={of} text={text} />
    </section>
  );
}
