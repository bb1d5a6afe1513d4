import { PanelBoundary } from '../components/ui/PanelBoundary.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useSession } from '../lib/session/session.ts';
import { useWallet } from '../lib/wallet/use-wallet.ts';

const WalletBanners = lazyPart(
  () => import('../features/wallet/components/WalletBanners.tsx'),
  ({ WalletBanners }) => WalletBanners,
);

/** Only who is signed in with a wallet in this browser can have any. */
export function WalletNews() {
  const session = useSession();
  const { link } = useWallet();
  if (session.status !== 'signedIn' || !link) return null;
  return (
    <PanelBoundary what="the state of your wallet" className="min-h-0 rounded-none border-x-0">
      <WalletBanners />
    </PanelBoundary>
  );
}
