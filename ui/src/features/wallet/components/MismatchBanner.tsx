import { type RefObject, useRef } from 'react';
import { lowerCase, shortenAddress } from '../../../../../contracts/wallet-address-text.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { useSession } from '../../../lib/session/session.ts';
import { useFocusHandedOn } from '../../../lib/use-focus-handed-on.ts';
import { useDiscoveredWallets, useWallet, useWalletDispatch } from '../../../lib/wallet/use-wallet.ts';
import { walletActions } from '../../../lib/wallet/wallet-slice.ts';
import { useConnect } from '../model/use-connect.ts';
import { Banner } from './Banner.tsx';

/** The wallet moved to another account: the session stays whose it is until a person decides. */
export function MismatchBanner() {
  const session = useSession();
  const { link, attempt } = useWallet();
  const { others } = useDiscoveredWallets();
  const connect = useConnect();
  const dispatch = useWalletDispatch();
  const signIn = useRef<HTMLButtonElement>(null);
  if (session.status !== 'signedIn' || !link) return null;
  const { walletAddress } = session.session;
  if (lowerCase(walletAddress) === lowerCase(link.account)) return null;

  const wallet = {
    id: link.walletId,
    name: others.find(({ id }) => id === link.walletId)?.name ?? 'MetaMask',
  };
  return (
    <Banner role="status">
      <Icon name="swap" className="text-info" />
      <p className="min-w-44 flex-1">
        Your wallet is now on <Mono address={link.account} />. You are still signed in as{' '}
        <Mono address={walletAddress} />.
      </p>
      <Button ref={signIn} size="sm" pending={attempt !== null} onClick={() => void connect(wallet)}>
        Sign in as {shortenAddress(link.account)}
      </Button>
      {/* A wallet that never answers must not hold this up until the page is loaded again. */}
      {attempt && attempt.step !== 'session' && (
        <Cancel next={signIn} onCancel={() => dispatch(walletActions.connectCancelled())} />
      )}
    </Banner>
  );
}

type CancelProps = { readonly next: RefObject<HTMLElement | null>; readonly onCancel: () => void };

/** It goes when it is pressed, and by itself when the wallet answers. */
function Cancel({ next, onCancel }: CancelProps) {
  const button = useFocusHandedOn<HTMLButtonElement>(next);
  return (
    <Button ref={button} size="sm" variant="ghost" onClick={onCancel}>
      Cancel
    </Button>
  );
}

function Mono({ address }: { address: string }) {
  return (
    <span title={address} className="font-mono">
      {shortenAddress(address)}
    </span>
  );
}
