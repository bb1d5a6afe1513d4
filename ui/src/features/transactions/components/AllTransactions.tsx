import { useState } from 'react';
import { Dialog } from '../../../components/ui/Dialog.tsx';
import type { Kind } from '../model/ledger-lines.ts';
import { KindFilter } from './KindFilter.tsx';
import { KindPages } from './KindPages.tsx';

export function AllTransactions({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('all');
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title="Transaction History"
      description="Every reward and claim of yours, newest first."
    >
      <div className="-mx-1 mb-3">
        <KindFilter kind={kind} onChange={setKind} />
      </div>
      <KindPages key={kind} kind={kind} />
    </Dialog>
  );
}
