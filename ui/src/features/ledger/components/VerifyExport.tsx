import { useEffect, useState, useSyncExternalStore } from 'react';
import { exportLedger } from '../../../../../contracts/api/ledger-at.ts';
import { Button, buttonClass } from '../../../components/ui/Button.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Meter } from '../../../components/ui/Meter.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { sealStateQuery } from '../api/ledger-queries.ts';
import { rememberedRoot } from '../model/seal-memory.ts';
import { count, eventsText } from '../model/seal-standing.ts';
import { useNew } from '../model/use-new.ts';
import { openVerifyWorker } from '../model/verify-export/open-worker.ts';
import { createVerifier, paceOf, type Verification } from '../model/verify-export/verification.ts';
import { ExportVerdict } from './ExportVerdict.tsx';
import { FileDrop } from './FileDrop.tsx';

/** Reads the whole ledger here, in this browser, and says whether it holds. */
export function VerifyExport({ dropped }: { dropped: File | undefined }) {
  const [verifier] = useState(() => createVerifier(openVerifyWorker, () => performance.now()));
  const state = useSyncExternalStore(verifier.subscribe, verifier.state);
  const { data: seals } = useQuery(sealStateQuery);
  useEffect(() => verifier.cancel, [verifier]);
  const witnesses = seals?.witnesses.map(({ verifierKey }) => verifierKey) ?? [];
  const isRunning = state.status === 'running';
  const known = () => ({ witnesses, remembered: rememberedRoot() });
  const ofFile = (file: File) => verifier.start(file.name, { source: { file }, ...known() });
  useNew(dropped, ofFile);
  return (
    <Card aria-labelledby="export-title" className="min-h-110 min-w-0">
      <CardHeader id="export-title" title="Verify the whole ledger" />
      <div className="grid gap-4 px-5 pt-1 pb-5">
        <p className="text-sm text-muted">
          Your browser reads every event and computes again: each event's hash, the chain of each stream, the
          order, the tree over all of them, and every seal with its signature. Nothing leaves your machine.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            disabled={isRunning}
            onClick={() =>
              verifier.start(
                'the ledger as the program gives it now',
                { source: { path: exportLedger.path }, ...known() },
                seals?.events,
              )
            }
          >
            <Icon name="shield" className="size-4" /> Verify in my browser
          </Button>
          <a
            href={exportLedger.path}
            download="evo-ledger.ndjson"
            className={buttonClass({ variant: 'ghost' })}
          >
            <Icon name="download" className="size-4" /> Download the export
          </a>
        </div>
        <FileDrop
          label="Choose an export"
          hint="Or drop one here that you downloaded before: .ndjson, also as .gz."
          accept=".ndjson,.jsonl,.json,.gz"
          onFile={ofFile}
        />
        {isRunning && <Running state={state} onCancel={verifier.cancel} />}
        {state.status === 'done' && (
          <ExportVerdict what={state.what} verdict={state.verdict} elapsed={state.elapsed} />
        )}
      </div>
    </Card>
  );
}

type RunningProps = {
  readonly state: Extract<Verification, { status: 'running' }>;
  readonly onCancel: () => void;
};

function Running({ state, onCancel }: RunningProps) {
  const { events } = state.progress;
  const { eventsPerSecond, share = 0, secondsLeft } = paceOf(state);
  const text = `${eventsText(events)} hold so far`;
  return (
    <div className="grid gap-2.5">
      <p className="text-sm [overflow-wrap:anywhere]">Verifying {state.what}</p>
      <Meter label="Progress of the check" value={Math.round(share * 100)} of={100} text={text} />
      <div className="flex flex-wrap items-center justify-between gap-3 text-note text-muted">
        <p className="font-mono tabular-nums">
          {text} · {count(Math.round(eventsPerSecond))} a second
          {secondsLeft !== undefined && ` · ${secondsText(secondsLeft)} left`}
        </p>
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

const secondsText = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
