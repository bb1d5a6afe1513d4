import type { AdminRights } from '../../../lib/admin/admin-rights.ts';
import { AdminManagement } from './AdminManagement.tsx';
import { AuditorManagement } from './AuditorManagement.tsx';
import { DangerZone } from './DangerZone.tsx';

export function AdminActions({ rights }: { rights: AdminRights }) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <AdminManagement rights={rights} />
      <AuditorManagement rights={rights} />
      {rights !== 'auditor' && (
        <div className="lg:col-span-2">
          <DangerZone />
        </div>
      )}
    </div>
  );
}
