import { DialogBoundary } from '../../../components/ui/DialogBoundary.tsx';
import { PanelBoundary } from '../../../components/ui/PanelBoundary.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { type LedgerPart, partNames, partOf, withEvent } from '../model/ledger-address.ts';
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

const parts: Readonly<Record<LedgerPart, () => React.ReactNode>> = {
  books: () => <Books />,
  events: () => <EventFeed />,
  mine: () => <OwnLedger />,
  seals: () => <SealList />,
  verify: () => <VerifyLedger />,
};

/** The public page of the ledger, for people who want to see for themselves. */
export function Ledger() {
  const { query, go } = useLedgerAddress();
  const part = partOf(query);
  const eventId = query.get('event');
  const close = () => go(withEvent(query, undefined));
  return (
    <div className="grid min-h-dvh grid-cols-1 content-start gap-4">
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
        {parts[part]()}
      </PanelBoundary>
      {eventId && (
        <DialogBoundary what="this event" onClose={close}>
          <EventInspector key={eventId} eventId={eventId} onClose={close} />
        </DialogBoundary>
      )}
    </div>
  );
}
