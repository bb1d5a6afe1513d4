import { useEffect, useState } from 'react';
import { PanelBoundary } from '../components/ui/PanelBoundary.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useSession } from '../lib/session/session.ts';

const WalletBanners = lazyPart(
  () => import('../features/wallet/components/WalletBanners.tsx'),
  ({ WalletBanners }) => WalletBanners,
);

/** Only who is signed in, or was on this page, can have any. It is there before it has something to say. */
export function WalletNews() {
  const { status } = useSession();
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (status === 'signedIn') setWanted(true);
  }, [status]);
  if (!isWanted) return null;
  return (
    <PanelBoundary what="the state of your wallet" className="min-h-0 rounded-none border-x-0">
      <WalletBanners />
    </PanelBoundary>
  );
}
