import { useState } from 'react';
import { sessionTexts } from '../../../../../contracts/act-messages.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { DialogBoundary } from '../../../components/ui/DialogBoundary.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';

const SessionsDialog = lazyPart(
  () => import('./SessionsDialog.tsx'),
  ({ SessionsDialog }) => SessionsDialog,
);

export function SessionsButton() {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button size="sm" onClick={() => setOpen(true)}>
        {sessionTexts.title}
      </Button>
      {open && (
        <DialogBoundary what="your sessions" onClose={() => setOpen(false)}>
          <SessionsDialog onClose={() => setOpen(false)} />
        </DialogBoundary>
      )}
    </div>
  );
}
