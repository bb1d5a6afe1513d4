import type { Receipt } from '../../../../../contracts/api/ledger-seals.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { saveReceipt } from '../model/save-receipt.ts';

export function SaveReceipt({ receipt }: { receipt: Receipt }) {
  return (
    <Button onClick={() => saveReceipt(receipt)}>
      <Icon name="download" className="size-4" /> Download the receipt
    </Button>
  );
}
