import { AdminManagement } from './AdminManagement.tsx';
import { DangerZone } from './DangerZone.tsx';

export function AdminActions({ isSuperAdmin }: { isSuperAdmin: boolean }) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[7fr_5fr]">
      <AdminManagement isSuperAdmin={isSuperAdmin} />
      <DangerZone />
    </div>
  );
}
