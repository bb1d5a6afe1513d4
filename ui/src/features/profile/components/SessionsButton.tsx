import { useState } from 'react';
import { sessionTexts } from '../../../../../contracts/act-messages.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';

const SessionsDialog = lazyPart(async () => (await import('./SessionsDialog.tsx')).SessionsDialog);

export function SessionsButton() {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button size="sm" onClick={() => setOpen(true)}>
        {sessionTexts.title}
      </Button>
      {open && <SessionsDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
