import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { noticeToasts } from '../../../../../contracts/toasts.ts';
import { Dialog } from '../../../components/ui/Dialog.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { networkQuery } from '../../../lib/network/network-query.ts';
import { showNotice } from '../../../lib/toast/toast.ts';
import { closeConnectDialog } from '../../../lib/wallet/connect-dialog.ts';
import { useDiscoveredWallets, useWallet, useWalletDispatch } from '../../../lib/wallet/use-wallet.ts';
import { walletActions } from '../../../lib/wallet/wallet-slice.ts';
import { METAMASK, type WalletId } from '../../../lib/wallet/wallets.ts';
import { type ConnectEnd, useConnect } from '../model/use-connect.ts';
import { ConnectProgress } from './ConnectProgress.tsx';
import { DemoWallets } from './DemoWallets.tsx';
import { WalletOption } from './WalletOption.tsx';

export function ConnectDialog() {
  const { attempt } = useWallet();
  const { hasMetaMask, others } = useDiscoveredWallets();
  const network = useQuery(networkQuery);
  const connect = useConnect();
  const dispatch = useWalletDispatch();
  const [lastEnd, setLastEnd] = useState<ConnectEnd>();

  const disabled = attempt !== null;
  const busyWith = attempt?.walletId;

  async function choose(walletId: WalletId): Promise<void> {
    setLastEnd(undefined);
    const end = await connect(walletId);
    if (end === 'connected') closeConnectDialog();
    else setLastEnd(end);
  }

  function close(): void {
    // What the wallet still answers is dropped, so that no signature is asked for after this.
    dispatch(walletActions.connectCancelled());
    closeConnectDialog();
  }

  return (
    <Dialog
      open
      onClose={close}
      title="Connect Wallet"
      description="One signature. It costs nothing and moves nothing."
    >
      <ConnectProgress attempt={attempt} lastEnd={lastEnd} />
      <ul className="grid gap-2">
        <WalletOption
          name="MetaMask"
          hint={hasMetaMask ? 'Found in this browser' : 'Not found in this browser'}
          icon={<Icon name="wallet" />}
          disabled={disabled}
          busy={busyWith === METAMASK}
          onChoose={() => void choose(METAMASK)}
        />
        {others.map(({ id, name, icon }) => (
          <WalletOption
            key={id}
            name={name}
            hint="Found in this browser"
            icon={<WalletIcon src={icon} />}
            disabled={disabled}
            busy={busyWith === id}
            onChoose={() => void choose(id)}
          />
        ))}
        {announced.map((name) => (
          <WalletOption
            key={name}
            name={name}
            hint="Not supported yet"
            icon={<Icon name={name === 'WalletConnect' ? 'swap' : 'coins'} />}
            badge="Soon"
            disabled={disabled}
            onChoose={() => showNotice(noticeToasts.comingSoon(name))}
          />
        ))}
      </ul>
      {network.data?.demoWallet && (
        <DemoWallets disabled={disabled} busyWith={busyWith} onChoose={(id) => void choose(id)} />
      )}
    </Dialog>
  );
}

/** The wallet's own, or ours where that cannot be shown. */
function WalletIcon({ src }: { src: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <Icon name="wallet" />;
  return <img src={src} alt="" className="size-6 rounded-md" onError={() => setBroken(true)} />;
}

const announced = ['WalletConnect', 'Coinbase'] as const;
