import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { demoWalletsQuery } from '../../../lib/wallet/demo/open-demo-wallet.ts';
import { demoWalletId, type WalletId } from '../../../lib/wallet/wallets.ts';
import { WalletOption } from './WalletOption.tsx';

type DemoWalletsProps = {
  readonly disabled: boolean;
  readonly busyWith: WalletId | undefined;
  readonly onChoose: (id: WalletId) => void;
};

/** Only where the deployment says that it has them: keys that the server hands out, for a trial on this computer. */
export function DemoWallets({ disabled, busyWith, onChoose }: DemoWalletsProps) {
  const wallets = useQuery(demoWalletsQuery);
  return (
    <section aria-labelledby="demo-wallets" className="mt-5 border-t border-line pt-4">
      <h3 id="demo-wallets" className="text-sm font-medium">
        Demo wallet
      </h3>
      <p className="mt-0.5 mb-3 text-[13px] text-muted">
        No extension needed. For trying things out on this computer; its keys are no secret.
      </p>
      {wallets.error && !wallets.isFetching ? (
        <ErrorState what="the demo wallets" onRetry={() => void wallets.refetch()} />
      ) : (
        <ul className="grid gap-2">
          {wallets.data ? (
            wallets.data.wallets.map(({ label }) => (
              <WalletOption
                key={label}
                name={label}
                hint={
                  label.toLowerCase().includes('admin') ? 'Sees the admin tools too' : 'Earns and claims EVO'
                }
                icon={<Icon name={label.toLowerCase().includes('admin') ? 'shield' : 'bolt'} />}
                disabled={disabled}
                busy={busyWith === demoWalletId(label)}
                onChoose={() => onChoose(demoWalletId(label))}
              />
            ))
          ) : (
            <>
              <Skeleton className="h-16" />
              <Skeleton className="h-16" />
            </>
          )}
        </ul>
      )}
    </section>
  );
}
