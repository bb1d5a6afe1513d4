import type { User } from '../../../../../contracts/api/user.ts';
import { Address } from '../../../components/ui/Address.tsx';
import { Card } from '../../../components/ui/Card.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';

export function WalletConnectedCard({ user: { walletAddress, username } }: { user: User }) {
  return (
    <Card aria-labelledby="wallet-connected" className="flex items-center gap-4 p-5">
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-success/10 text-success">
        <Icon name="check" />
      </span>
      <div className="min-w-0">
        <h2 id="wallet-connected" className="text-sm font-semibold">
          Wallet connected
        </h2>
        <p className="truncate text-note text-muted">{username}</p>
        {walletAddress && <Address address={walletAddress} />}
      </div>
    </Card>
  );
}
