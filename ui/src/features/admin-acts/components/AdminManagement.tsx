import { useState } from 'react';
import type { AdminRecord } from '../../../../../contracts/api/admin.ts';
import { removeAdmin } from '../../../../../contracts/api/admin-acts.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { shortenAddress } from '../../../../../contracts/wallet-address-text.ts';
import { Address } from '../../../components/ui/Address.tsx';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Button } from '../../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../../components/ui/ConfirmDialog.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { keepFocusIn } from '../../../components/ui/keep-focus-in.ts';
import { Panel } from '../../../components/ui/Panel.tsx';
import { adminWalletsQuery, refreshAfterAct } from '../../../lib/admin/admin-queries.ts';
import type { AdminRights } from '../../../lib/admin/admin-rights.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { useWhileThere } from '../../../lib/use-while-there.ts';
import { AddAdminForm } from './AddAdminForm.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { SyncBadge } from './SyncBadge.tsx';

export function AdminManagement({ rights }: { rights: AdminRights }) {
  const query = useQuery(adminWalletsQuery);
  const [removing, setRemoving] = useState<AdminRecord>();
  return (
    <Panel
      title="Admin Management"
      what="the admins"
      query={query}
      skeleton={<ListSkeleton titled form={rights !== 'auditor' && <AddAdminForm />} />}
      aside={() => <SyncBadge query={query} />}
    >
      {({ admins }) => (
        <div className="grid grid-cols-1 gap-5 px-5 pt-1 pb-5">
          <div>
            <p className="mb-2 flex items-center justify-between gap-3 text-note font-medium">
              Current admins
              <Badge>{admins.length === 1 ? '1 admin' : `${admins.length} admins`}</Badge>
            </p>
            <ul
              ref={keepFocusIn}
              aria-label="Current admins"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
              tabIndex={0}
              className="relative h-40 max-h-40 overflow-y-auto rounded-control border border-line"
            >
              {admins.map((admin) => (
                <li
                  key={admin.id}
                  className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line/60 px-3 py-2 last:border-0"
                >
                  <div className="min-w-0">
                    <p className="flex flex-wrap items-center gap-x-2 text-sm">
                      {admin.username && <span className="truncate font-medium">{admin.username}</span>}
                      <Address address={admin.wallet_address} />
                    </p>
                    <p className="text-xs text-faint">
                      Added by{' '}
                      {admin.added_by === null ? (
                        'System'
                      ) : (
                        <span title={admin.added_by} className="font-mono">
                          {shortenAddress(admin.added_by)}
                        </span>
                      )}
                    </p>
                  </div>
                  {admin.isOriginal ? (
                    <Badge tone="accent">Super Admin</Badge>
                  ) : (
                    rights === 'superAdmin' && (
                      <Button
                        variant="ghost"
                        size="icon"
                        title="Remove admin"
                        aria-label={`Remove admin ${admin.username ?? shortenAddress(admin.wallet_address)}`}
                        onClick={() => setRemoving(admin)}
                      >
                        <Icon name="trash" className="size-4" />
                      </Button>
                    )
                  )}
                </li>
              ))}
            </ul>
          </div>
          {rights !== 'auditor' && <AddAdminForm />}
          {removing && <RemoveAdmin admin={removing} onClose={() => setRemoving(undefined)} />}
        </div>
      )}
    </Panel>
  );
}

function RemoveAdmin({ admin, onClose }: { admin: AdminRecord; onClose: () => void }) {
  const close = useWhileThere()(onClose);
  const command = useCommand(
    removeAdmin,
    ({ message }) => {
      showToast({ ...successToasts.adminRemoved, description: message });
      close();
      return refreshAfterAct();
    },
    {},
    (error) => showError(errorToasts.removeAdminFailed(errorText(error))),
  );
  return (
    <ConfirmDialog
      title="Remove Admin"
      description="The wallet loses its rights at once, and its sessions end."
      confirmLabel="Remove Admin"
      danger
      pending={command.isPending}
      onClose={close}
      onConfirm={() => command.mutate({ adminId: admin.id })}
    >
      <p className="rounded-control bg-surface-2 px-4 py-3 [overflow-wrap:anywhere]">
        {admin.username && <span className="mr-2 font-medium">{admin.username}</span>}
        <span className="font-mono text-note break-all">{admin.wallet_address}</span>
      </p>
    </ConfirmDialog>
  );
}
