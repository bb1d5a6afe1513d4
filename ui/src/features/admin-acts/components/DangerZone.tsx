import { useEffect, useState } from 'react';
import { resetRewards } from '../../../../../contracts/api/admin-acts.ts';
import { errorToasts } from '../../../../../contracts/toasts.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { ConfirmDialog } from '../../../components/ui/ConfirmDialog.tsx';
import { DryRunResult } from '../../../components/ui/DryRunResult.tsx';
import { refreshAfterAct } from '../../../lib/admin/admin-queries.ts';
import { askedBehind, isOvertaken, massActBegan } from '../../../lib/admin/mass-act.ts';
import { useDryRun, wordsToSign } from '../../../lib/admin/use-dry-run.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { showError } from '../../../lib/toast/toast.ts';
import { useOwnAddress } from '../../../lib/use-own-address.ts';
import { useWhileThere } from '../../../lib/use-while-there.ts';

export function DangerZone() {
  const [query, setQuery] = useOwnAddress();
  const [asked, setAsked] = useState(false);
  const isFromBar = query.get('act') === 'reset-all';
  useEffect(() => {
    if (!isFromBar) return;
    // Once: no step back or forward, and no reload, asks again.
    setAsked(true);
    setQuery({ tab: 'acts' }, { replace: true });
  }, [isFromBar, setQuery]);
  return (
    <Card aria-labelledby="danger-title" className="border-danger/40">
      <CardHeader id="danger-title" title="Danger Zone" />
      <div className="grid gap-4 px-5 pt-1 pb-5">
        <p className="text-sm text-muted">
          Sets total, claimed and pending rewards of every user to zero. The ledger keeps every event before
          it; the super admin can undo a reset in Activity History.
        </p>
        <Button variant="danger" className="justify-self-start" onClick={() => setAsked(true)}>
          Reset All User Rewards
        </Button>
      </div>
      {asked && <ResetAll onClose={() => setAsked(false)} />}
    </Card>
  );
}

function ResetAll({ onClose }: { onClose: () => void }) {
  const close = useWhileThere()(onClose);
  const dryRun = useDryRun(resetRewards, { dryRun: true });
  const command = useCommand(
    resetRewards,
    ({ requestId, count }) => {
      massActBegan({ kind: 'reset', requestId, count });
      onClose();
      return refreshAfterAct();
    },
    {},
    (error) => {
      showError(errorToasts.resetFailed(errorText(error)));
      if (isOvertaken(error)) close();
    },
    () => askedBehind(dryRun.data),
  );
  return (
    <ConfirmDialog
      title="Reset All User Rewards"
      description="This concerns every user of the program."
      confirmLabel="Reset All User Rewards"
      danger
      typed="RESET"
      pending={command.isPending}
      toSign={wordsToSign(dryRun)}
      signing={command.isSigning}
      disabled={!dryRun.data}
      onClose={onClose}
      onConfirm={() => command.mutate({})}
    >
      <DryRunResult dryRun={dryRun} lines={3} />
    </ConfirmDialog>
  );
}
