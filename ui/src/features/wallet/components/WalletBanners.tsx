import { MismatchBanner } from './MismatchBanner.tsx';
import { NetworkBanner } from './NetworkBanner.tsx';

/** What a connected wallet has to say against the session that it opened. */
export function WalletBanners() {
  return (
    <>
      <MismatchBanner />
      <NetworkBanner />
    </>
  );
}
