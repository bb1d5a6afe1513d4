import { VerifyExport } from './VerifyExport.tsx';
import { VerifyReceipt } from './VerifyReceipt.tsx';

/** The checks that a visitor's own browser makes. */
export function VerifyLedger() {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <VerifyExport />
      <VerifyReceipt />
    </div>
  );
}
