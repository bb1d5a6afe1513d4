import type { ReactNode } from 'react';
import { shownRefusals } from '../../../../../contracts/messages.ts';
import { Address } from '../../../components/ui/Address.tsx';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon, type IconName } from '../../../components/ui/Icon.tsx';
import { Spinner } from '../../../components/ui/Spinner.tsx';
import { openConnectDialog } from '../../../lib/wallet/connect-dialog.ts';
import { useWallet } from '../../../lib/wallet/use-wallet.ts';

export function CheckingAccess() {
  return (
    <div role="status" className="flex items-center justify-center gap-3 py-28 text-muted">
      <Spinner /> Checking admin access...
    </div>
  );
}

export function AdminSignIn() {
  const { attempt } = useWallet();
  return (
    <State icon="shield" title="Admin Access" text="Connect the wallet of an admin to continue.">
      <Button
        variant="primary"
        size="lg"
        pending={attempt !== null}
        busyText="Connecting..."
        onClick={openConnectDialog}
      >
        Connect Wallet
      </Button>
    </State>
  );
}

type AccessDeniedProps = {
  readonly wallet: string | undefined;
  readonly fault: string | undefined;
  readonly onRetry: () => void;
  readonly onDisconnect: () => void;
  readonly disconnecting: boolean;
};

export function AccessDenied({ wallet, fault, onRetry, onDisconnect, disconnecting }: AccessDeniedProps) {
  return (
    <State icon="alert" title="Access Denied" text={shownRefusals.adminOnly}>
      {wallet && (
        <p className="text-sm text-muted">
          Connected wallet: <Address address={wallet} />
        </p>
      )}
      <p className="max-w-md text-sm text-muted">
        {fault
          ? `Your rights could not be checked: ${fault}`
          : 'Please connect an admin wallet. If an admin adds this one, the panel opens by itself.'}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={onRetry}>Check again</Button>
        {wallet && (
          <Button variant="ghost" pending={disconnecting} onClick={onDisconnect}>
            Disconnect
          </Button>
        )}
      </div>
    </State>
  );
}

type StateProps = {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
};

function State({ icon, title, text, children }: StateProps) {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-4 py-16 text-center sm:py-24">
      <span className="grid size-14 place-items-center rounded-card border border-line bg-surface-1 text-accent">
        <Icon name={icon} className="size-6" />
      </span>
      <div>
        <h1 className="text-3xl font-semibold tracking-[-0.03em]">{title}</h1>
        <p className="mt-2 text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}
