import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Receipt } from '../../../../../contracts/api/ledger-seals.ts';
import { getReceipt } from '../../../../../contracts/api/ledger-seals.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { api } from '../../../lib/api/api.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { type Seals, sealStateQuery } from '../api/ledger-queries.ts';
import { checkReceipt, type EventCheck } from '../model/event-check.ts';
import { readableJson } from '../model/readable-json.ts';
import { NotAReceipt, readReceiptFile } from '../model/receipt-file.ts';
import { recallSeal } from '../model/seal-memory.ts';
import { useNew } from '../model/use-new.ts';
import { whenSealed } from '../model/when-sealed.ts';
import { CheckResult } from './CheckResult.tsx';
import { FileDrop } from './FileDrop.tsx';
import { SaveReceipt } from './SaveReceipt.tsx';

type Given = { readonly name: string; readonly value: unknown };

/** Checks a receipt that somebody kept: from the file alone, without asking the program. */
export function VerifyReceipt({ dropped }: { dropped: File | undefined }) {
  const [given, setGiven] = useState<Given>();
  const { data: seals } = useQuery(sealStateQuery);
  const read = useMutation({
    mutationFn: async (file: File) => ({ name: file.name, value: await readReceiptFile(file) }),
    onMutate: () => setGiven(undefined),
  });
  // Of several that are read at once the one that was chosen last counts, not the one that took longest.
  const choose = (file: File): void => read.mutate(file, { onSuccess: setGiven });
  useNew(dropped, choose);
  const witnesses = seals?.witnesses.map(({ verifierKey }) => verifierKey) ?? [];
  return (
    <Card aria-labelledby="receipt-title" className="min-h-110 min-w-0">
      <CardHeader id="receipt-title" title="Check a receipt" />
      <div className="grid grid-cols-1 gap-4 px-5 pt-1 pb-5">
        <p className="text-sm text-muted">
          A receipt proves one event by itself, even when this site is gone. Your browser checks it here from
          the file alone; nothing of it is sent anywhere.
        </p>
        <FileDrop
          label="Choose a receipt"
          hint="Or drop one here: evo-receipt-….json"
          accept=".json,application/json"
          onFile={choose}
        />
        {read.error && (
          <p role="alert" className="text-sm text-danger">
            {read.error instanceof NotAReceipt
              ? read.error.message
              : `The file could not be read: ${errorText(read.error)}`}
          </p>
        )}
        {given && (
          <Result
            given={given}
            seals={seals}
            check={checkReceipt(given.value, { witnesses, remembered: recallSeal() })}
            onReceipt={(value) => setGiven({ ...given, value })}
          />
        )}
      </div>
    </Card>
  );
}

type ResultProps = {
  readonly given: Given;
  readonly check: EventCheck;
  readonly seals: Seals | undefined;
  readonly onReceipt: (receipt: Receipt) => void;
};

function Result({ given, check, seals, onReceipt }: ResultProps) {
  const complete = useMutation({
    mutationFn: async () => {
      const { id, hash } = eventOf(given.value);
      const receipt = await api.call(getReceipt, { params: { eventId: id } });
      if (receipt.event.hash !== hash) throw new Error(ANOTHER_EVENT);
      return receipt;
    },
  });
  const isOpen = check.verdict === 'not sealed yet';
  // Told as long as it is shown: another receipt may stand here by then.
  const completeIt = (): void => complete.mutate(undefined, { onSuccess: onReceipt });
  return (
    <>
      <p className="text-note [overflow-wrap:anywhere] text-faint">{given.name}</p>
      <CheckResult
        check={check}
        note={
          isOpen &&
          'No seal holds its event, so anybody can have written this receipt. Where the event is in the ledger, the program can complete it.'
        }
      >
        {isOpen && (
          <Button variant="primary" pending={complete.isPending} onClick={completeIt}>
            <Icon name="refresh" className="size-4" /> Complete it now
          </Button>
        )}
        {complete.data && <SaveReceipt receipt={complete.data} />}
      </CheckResult>
      {check.event && check.verdict !== 'does not hold' && <ProvenEvent event={check.event} />}
      {complete.error && (
        <p role="alert" className="text-sm text-danger">
          It could not be completed: {errorText(complete.error)}
        </p>
      )}
      {isOpen && complete.data && (
        <p role="status" className="text-sm text-muted">
          It is not sealed yet. {whenSealed(seals)}
        </p>
      )}
    </>
  );
}

/** What the verdict is about: beside it, also under the same name, a file may hold whatever its maker likes. */
function ProvenEvent({ event: { id, type, stream, revision, data } }: Pick<Receipt, 'event'>) {
  return (
    <section aria-labelledby="proven-event">
      <h3 id="proven-event" className="pb-1.5 text-sm font-semibold">
        The event that was checked
      </h3>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
        tabIndex={0}
        className="max-h-72 overflow-auto rounded-control border border-line bg-bg p-3 font-mono text-xs leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {readableJson({ id, type, stream, revision, data })}
      </pre>
    </section>
  );
}

const ANOTHER_EVENT =
  'The program now has another event under this id. Keep your receipt: it shows that the ledger was altered.';

/** Of what has been checked to be a receipt. */
function eventOf(receipt: unknown): { readonly id: string; readonly hash: string } {
  const event: unknown = Reflect.get(Object(receipt), 'event');
  return { id: String(Reflect.get(Object(event), 'id')), hash: String(Reflect.get(Object(event), 'hash')) };
}
