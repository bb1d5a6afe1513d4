import { MismatchBanner } from './MismatchBanner.tsx';
import { NetworkBanner } from './NetworkBanner.tsx';
import { SessionBanner } from './SessionBanner.tsx';

/** What there is to say of the session, and of the wallet against the session that it opened. */
export function WalletBanners() {
  return (
    <>
      <div role="status">
        <SessionBanner />
      </div>
      <MismatchBanner />
      <NetworkBanner />
    </>
  );
}
