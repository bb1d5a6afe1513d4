import { noticeToasts } from '../../../../../contracts/toasts.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Dialog } from '../../../components/ui/Dialog.tsx';
import { showNotice } from '../../../lib/toast/toast.ts';

/** Information about the airdrop. Its claim button says when claiming opens and claims nothing. */
export function AirdropDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Weekly rewards airdrop"
      description="How your EVO will reach your wallet."
    >
      <ol className="grid list-decimal gap-2 pl-5 text-sm text-muted marker:text-faint">
        <li>You earn EVO here; every reward is an event in the ledger.</li>
        <li>Once a week all that is unclaimed can be claimed.</li>
        <li>Nothing is lost while you wait: what you have earned stays yours.</li>
      </ol>
      <Button
        variant="primary"
        className="mt-5 w-full"
        onClick={() => {
          onClose();
          showNotice(noticeToasts.claimOpensLater);
        }}
      >
        Claim
      </Button>
    </Dialog>
  );
}
