import { useEffect, useState } from 'react';
import { PanelBoundary } from '../components/ui/PanelBoundary.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useSession } from '../lib/session/session.ts';

const WalletBanners = lazyPart(
  () => import('../features/wallet/components/WalletBanners.tsx'),
  ({ WalletBanners }) => WalletBanners,
);

/**
 * It lies over the page's end, so that nothing moves when it comes and goes, and the page can be scrolled from under it
 * (`--dock`). Only who is signed in, or was on this page, can have any. It is there before it has something
 * to say.
 */
export function WalletNews() {
  const { status } = useSession();
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (status === 'signedIn') setWanted(true);
  }, [status]);
  if (!isWanted) return null;
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-(--news-at) z-20 grid gap-2 *:pointer-events-auto md:right-auto md:w-120">
      <PanelBoundary what="the state of your wallet" className="min-h-0">
        <WalletBanners />
      </PanelBoundary>
    </div>
  );
}
