import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { errorToasts } from '../../../../../contracts/toasts.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { networkQuery } from '../../../lib/network/network-query.ts';
import { useSession } from '../../../lib/session/session.ts';
import { showError } from '../../../lib/toast/toast.ts';
import { normalChainId } from '../../../lib/wallet/ensure-network.ts';
import { switchNetwork } from '../../../lib/wallet/switch-network.ts';
import { useWallet, useWalletDispatch } from '../../../lib/wallet/use-wallet.ts';
import { Banner } from './Banner.tsx';

/** The wallet is on another network than the product's: nothing here depends on it but the shown balance. */
export function NetworkBanner() {
  const session = useSession();
  const { link, attempt } = useWallet();
  const network = useQuery(networkQuery);
  const dispatch = useWalletDispatch();
  const change = useMutation({ mutationFn: () => dispatch(switchNetwork()) });
  const start = useRef<HTMLButtonElement>(null);
  if (session.status !== 'signedIn' || !link?.chainId || !network.data || attempt) return null;
  const { chainId, chainName, rpcUrls } = network.data;
  // Without a public RPC endpoint there is no network to switch to.
  if (rpcUrls.length === 0 || link.chainId === normalChainId(chainId)) return null;

  const begin = (): void =>
    change.mutate(undefined, {
      // Of one that was given up nobody is told.
      onError: (error) => showError(errorToasts.connectionFailed(errorText(error))),
    });
  function cancel(): void {
    change.reset();
    start.current?.focus();
  }

  return (
    <Banner role="status">
      <Icon name="alert" className="text-info" />
      <p className="min-w-44 flex-1">
        Your wallet is on another network (chain <span className="font-mono">{link.chainId}</span>). Your
        rewards are safe here; its {chainName} balance shows on the {chainName} network.
      </p>
      <Button ref={start} size="sm" pending={change.isPending} onClick={begin}>
        Switch network
      </Button>
      {/* A wallet that never answers must not hold this up until the page is loaded again. */}
      {change.isPending && (
        <Button size="sm" variant="ghost" onClick={cancel}>
          Cancel
        </Button>
      )}
    </Banner>
  );
}
