import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { demoWalletsQuery } from '../../../lib/wallet/demo/open-demo-wallet.ts';
import { demoWalletId } from '../../../lib/wallet/wallets.ts';
import type { ShownWallet } from './ConnectPane.tsx';
import { WalletGroup } from './WalletGroup.tsx';
import { WalletOption } from './WalletOption.tsx';

type DemoWalletsProps = {
  readonly disabled: boolean;
  readonly busyWith: string | undefined;
  readonly doneWith: string | undefined;
  readonly recent: string | undefined;
  readonly onChoose: (wallet: ShownWallet) => void;
};

/** Only where the deployment says that it has them: keys that the server hands out, for a trial on this computer. */
export function DemoWallets({ disabled, busyWith, doneWith, recent, onChoose }: DemoWalletsProps) {
  const wallets = useQuery(demoWalletsQuery);
  return (
    <WalletGroup title="Demo wallet" note="For a trial here: its keys are no secret.">
      {wallets.error && !wallets.isFetching ? (
        <li>
          <ErrorState what="the demo wallets" onRetry={() => void wallets.refetch()} />
        </li>
      ) : wallets.data ? (
        wallets.data.wallets.map(({ label }) => {
          const wallet = { id: demoWalletId(label), name: label, icon: undefined };
          return (
            <WalletOption
              key={label}
              wallet={wallet}
              hint={
                label.toLowerCase().includes('admin') ? 'Sees the admin tools too' : 'Earns and claims EVO'
              }
              isRecent={recent === wallet.id}
              disabled={disabled}
              busy={busyWith === wallet.id}
              isDone={doneWith === wallet.id}
              onChoose={() => onChoose(wallet)}
            />
          );
        })
      ) : (
        <>
          <li>
            <Skeleton className="h-13" />
          </li>
          <li>
            <Skeleton className="h-13" />
          </li>
        </>
      )}
    </WalletGroup>
  );
}
