import { isExportName } from '../model/receipt-file.ts';
import { VerifyExport } from './VerifyExport.tsx';
import { VerifyReceipt } from './VerifyReceipt.tsx';

/** @param dropped a file that somebody let fall somewhere on the page */
type VerifyLedgerProps = { readonly dropped: File | undefined };

/** The checks that a visitor's own browser makes. */
export function VerifyLedger({ dropped }: VerifyLedgerProps) {
  const isExport = dropped !== undefined && isExportName(dropped.name);
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <VerifyExport dropped={isExport ? dropped : undefined} />
      <VerifyReceipt dropped={isExport ? undefined : dropped} />
    </div>
  );
}
