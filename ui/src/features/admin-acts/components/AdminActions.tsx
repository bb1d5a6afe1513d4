import type { AdminRights } from '../../../lib/admin/admin-rights.ts';
import { AdminManagement } from './AdminManagement.tsx';
import { AuditorManagement } from './AuditorManagement.tsx';
import { DangerZone } from './DangerZone.tsx';

export function AdminActions({ rights }: { rights: AdminRights }) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[7fr_5fr]">
      <div className="grid grid-cols-1 gap-4">
        <AdminManagement rights={rights} />
        <AuditorManagement rights={rights} />
      </div>
      {rights !== 'auditor' && <DangerZone />}
    </div>
  );
}
