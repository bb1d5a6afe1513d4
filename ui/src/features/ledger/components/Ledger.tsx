import { type DragEvent, type ReactNode, useEffect, useState } from 'react';
import { DialogBoundary } from '../../../components/ui/DialogBoundary.tsx';
import { PanelBoundary } from '../../../components/ui/PanelBoundary.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { droppedFile } from '../model/dropped-file.ts';
import { type LedgerPart, partNames, partOf, partPath } from '../model/ledger-address.ts';
import { useLedgerAddress } from '../model/use-ledger-address.ts';
import { PartNav } from './PartNav.tsx';
import { SealState } from './SealState.tsx';

const space = <Skeleton className="h-110 rounded-card" />;
const Books = lazyPart(
  () => import('./Books.tsx'),
  ({ Books }) => Books,
  space,
);
const EventFeed = lazyPart(
  () => import('./EventFeed.tsx'),
  ({ EventFeed }) => EventFeed,
  space,
);
const OwnLedger = lazyPart(
  () => import('./OwnLedger.tsx'),
  ({ OwnLedger }) => OwnLedger,
  space,
);
const SealList = lazyPart(
  () => import('./SealList.tsx'),
  ({ SealList }) => SealList,
  space,
);
const VerifyLedger = lazyPart(
  () => import('./VerifyLedger.tsx'),
  ({ VerifyLedger }) => VerifyLedger,
  space,
);
const EventInspector = lazyPart(
  () => import('./EventInspector.tsx'),
  ({ EventInspector }) => EventInspector,
);

const parts: Readonly<Record<LedgerPart, (dropped: File | undefined) => ReactNode>> = {
  books: () => <Books />,
  events: () => <EventFeed />,
  mine: () => <OwnLedger />,
  seals: () => <SealList />,
  verify: (dropped) => <VerifyLedger dropped={dropped} />,
};

/** The public page of the ledger, for people who want to see for themselves. */
export function Ledger() {
  const { query, go, closeEvent } = useLedgerAddress();
  const part = partOf(query);
  const eventId = query.get('event');
  const [dropped, setDropped] = useState<File>();
  // Whoever comes back to the checks has not let it fall once more.
  useEffect(() => (part === 'verify' ? () => setDropped(undefined) : undefined), [part]);

  /** A file is checked wherever on the page it is dropped. */
  function take(event: DragEvent): void {
    if (event.defaultPrevented || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    const file = droppedFile(event.dataTransfer);
    if (!file) return;
    setDropped(file);
    if (part !== 'verify') go(partPath('verify'));
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the part Verify has fields for who does not drop.
    <div
      className="grid min-h-dvh grid-cols-1 content-start gap-4"
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={take}
    >
      <div className="max-w-2xl pb-2">
        <h1 className="text-2xl font-semibold tracking-[-0.03em] sm:text-3xl">The ledger</h1>
        <p className="mt-2 text-base text-muted">
          Every reward, claim and draw is one line here, and no line may ever be changed or taken out. To make
          sure of that a notary seals the lines again and again, witnesses remember every seal, and your own
          browser can check all of it.
        </p>
      </div>
      <PanelBoundary what="the state of the ledger" className="min-h-50">
        <SealState />
      </PanelBoundary>
      <PartNav part={part} />
      <PanelBoundary what={`the part ${partNames[part]}`} of={part}>
        {parts[part](dropped)}
      </PanelBoundary>
      {eventId && (
        <DialogBoundary what="this event" onClose={closeEvent}>
          <EventInspector key={eventId} eventId={eventId} onClose={closeEvent} />
        </DialogBoundary>
      )}
    </div>
  );
}
