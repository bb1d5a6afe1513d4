import type { Receipt } from '../../../../../contracts/api/ledger-seals.ts';
import { saveFile } from '../../../lib/save-file.ts';

/** Hands a receipt to the browser as a file that any later visit, or any other program, can check. */
export function saveReceipt(receipt: Receipt): void {
  const text = `${JSON.stringify(receipt, null, 2)}\n`;
  saveFile(`evo-receipt-${receipt.event.id}.json`, text, 'application/json');
}
