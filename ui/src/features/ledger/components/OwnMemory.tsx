import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { queryClient } from '../../../lib/api/api.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { continuityQuery } from '../api/continuity-query.ts';
import type { Seal } from '../api/ledger-queries.ts';
import type { Continuity } from '../model/continuity.ts';
import { count, eventsText } from '../model/seal-standing.ts';

/** What this browser itself knows of the ledger from before, and whether what is shown now follows from it. */
export function OwnMemory({ newest }: { newest: Seal }) {
  const query = useQuery(continuityQuery(newest));
  const { data, error } = query;
  if (data?.kind === 'broken') return <Broken why={data.why} newest={newest} />;
  return (
    <p className="min-h-15 text-note text-muted sm:min-h-5">
      {data
        ? memoryText(data)
        : error
          ? `Your browser could not check the newest seal: ${errorText(error)}`
          : null}
    </p>
  );
}

function memoryText(continuity: Exclude<Continuity, { kind: 'broken' }>): ReactNode {
  if (continuity.kind === 'first') {
    return `Your browser checked the notary's signature over ${eventsText(continuity.size)}, and remembers it from now on.`;
  }
  const { before, size } = continuity;
  const when = new Date(before.at).toLocaleString();
  return before.size === size
    ? `Your browser knows this seal: it checked and remembered it on ${when}.`
    : `Your browser checked that the ${count(before.size)} events that it saw sealed on ${when} are still there, unchanged.`;
}

function Broken({ why, newest }: { why: string; newest: Seal }) {
  async function forget(): Promise<void> {
    const { forgetSeal } = await import('../model/seal-memory.ts');
    forgetSeal();
    await queryClient.refetchQueries({ queryKey: continuityQuery(newest).queryKey });
  }
  async function save(): Promise<void> {
    const [{ recallSeal }, { saveFile }] = await Promise.all([
      import('../model/seal-memory.ts'),
      import('../../../lib/save-file.ts'),
    ]);
    saveFile('evo-remembered-checkpoint.txt', recallSeal()?.checkpoint ?? '', 'text/plain');
  }
  return (
    <div
      role="alert"
      className="grid gap-3 rounded-control border border-danger/60 bg-danger/15 px-4 py-3 text-sm"
    >
      <p className="flex items-start gap-2.5 font-semibold text-danger [overflow-wrap:anywhere]">
        <Icon name="alert" /> This is not the ledger that your browser has seen before
      </p>
      <p className="[overflow-wrap:anywhere]">{why}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void save()}>
          <Icon name="download" className="size-4" /> Save what your browser remembers
        </Button>
        <Button size="sm" variant="ghost" onClick={() => void forget()}>
          Forget it, and trust what is shown now
        </Button>
      </div>
    </div>
  );
}
