import { useState } from 'react';
import { erasureTexts } from '../../../../../contracts/erasure-texts.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { DialogBoundary } from '../../../components/ui/DialogBoundary.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';

const ErasureDialog = lazyPart(
  () => import('./ErasureDialog.tsx'),
  ({ ErasureDialog }) => ErasureDialog,
);

export function ErasureButton() {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button size="sm" variant="danger" onClick={() => setOpen(true)}>
        {erasureTexts.open}
      </Button>
      {open && (
        <DialogBoundary what="what is known of you" onClose={() => setOpen(false)}>
          <ErasureDialog onClose={() => setOpen(false)} />
        </DialogBoundary>
      )}
    </div>
  );
}
