import { useState } from 'react';
import { auditorTexts } from '../../../../../contracts/admin-messages.ts';
import { adminToasts } from '../../../../../contracts/admin-toasts.ts';
import {
  type AuditorRecord,
  listAuditors,
  removeAuditor,
} from '../../../../../contracts/api/admin-auditors.ts';
import { shortenAddress } from '../../../../../contracts/wallet-address-text.ts';
import { Address } from '../../../components/ui/Address.tsx';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Button } from '../../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../../components/ui/ConfirmDialog.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { keepFocusIn } from '../../../components/ui/keep-focus-in.ts';
import { Panel } from '../../../components/ui/Panel.tsx';
import { refreshAfterAct } from '../../../lib/admin/admin-queries.ts';
import type { AdminRights } from '../../../lib/admin/admin-rights.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { useWhileThere } from '../../../lib/use-while-there.ts';
import { AddAuditorForm } from './AddAuditorForm.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';

/** Who may read what admins read; the super admin adds and removes them. */
export function AuditorManagement({ rights }: { rights: AdminRights }) {
  const query = useQuery(endpointQuery(listAuditors));
  const [removing, setRemoving] = useState<AuditorRecord>();
  const isSuperAdmin = rights === 'superAdmin';
  return (
    <Panel
      title={auditorTexts.title}
      what="the auditors"
      query={query}
      skeleton={<ListSkeleton form={isSuperAdmin && <AddAuditorForm />} />}
      aside={({ auditors }) => <Badge>{auditorTexts.count(auditors.length)}</Badge>}
    >
      {({ auditors }) => (
        <div className="grid grid-cols-1 gap-5 px-5 pt-1 pb-5">
          {auditors.length === 0 ? (
            <p className="grid h-40 place-items-center rounded-control border border-dashed border-line px-4 text-center text-sm text-muted">
              {auditorTexts.none}
            </p>
          ) : (
            <ul
              ref={keepFocusIn}
              aria-label={auditorTexts.title}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
              tabIndex={0}
              className="relative h-40 max-h-40 overflow-y-auto rounded-control border border-line"
            >
              {auditors.map((auditor) => (
                <li
                  key={auditor.id}
                  className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line/60 px-3 py-2 last:border-0"
                >
                  <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
                    {auditor.username && <span className="truncate font-medium">{auditor.username}</span>}
                    <Address address={auditor.id} />
                  </p>
                  {isSuperAdmin && (
                    <Button
                      variant="ghost"
                      size="icon"
                      title={auditorTexts.removeTitle}
                      aria-label={`Remove auditor ${auditor.username ?? shortenAddress(auditor.id)}`}
                      onClick={() => setRemoving(auditor)}
                    >
                      <Icon name="trash" className="size-4" />
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
          {isSuperAdmin && <AddAuditorForm />}
          {removing && <RemoveAuditor auditor={removing} onClose={() => setRemoving(undefined)} />}
        </div>
      )}
    </Panel>
  );
}

function RemoveAuditor({ auditor, onClose }: { auditor: AuditorRecord; onClose: () => void }) {
  const close = useWhileThere()(onClose);
  const command = useCommand(
    removeAuditor,
    ({ message }) => {
      showToast({ ...adminToasts.auditorRemoved, description: message });
      close();
      return refreshAfterAct();
    },
    {},
    (error) => showError(adminToasts.removeAuditorFailed(errorText(error))),
  );
  return (
    <ConfirmDialog
      title={auditorTexts.removeTitle}
      description={auditorTexts.removeAsk}
      confirmLabel={auditorTexts.removeTitle}
      danger
      pending={command.isPending}
      onClose={close}
      onConfirm={() => command.mutate({ auditorId: auditor.id })}
    >
      <p className="rounded-control bg-surface-2 px-4 py-3 [overflow-wrap:anywhere]">
        {auditor.username && <span className="mr-2 font-medium">{auditor.username}</span>}
        <span className="font-mono text-note break-all">{auditor.id}</span>
      </p>
    </ConfirmDialog>
  );
}
