import { isExportName } from '../model/receipt-file.ts';
import { VerifyExport } from './VerifyExport.tsx';
import { VerifyReceipt } from './VerifyReceipt.tsx';

/** @param dropped a file that somebody let fall somewhere on the page */
type VerifyLedgerProps = { readonly dropped: File | undefined };

/** The checks that a visitor's own browser makes. */
export function VerifyLedger({ dropped }: VerifyLedgerProps) {
  const isExport = dropped !== undefined && isExportName(dropped.name);
  return (
    // As high as the window: what comes after it does not jump as a check says what it found.
    <div className="grid min-h-dvh grid-cols-1 content-start items-start gap-4 lg:grid-cols-2">
      <VerifyExport dropped={isExport ? dropped : undefined} />
      <VerifyReceipt dropped={isExport ? undefined : dropped} />
    </div>
  );
}
