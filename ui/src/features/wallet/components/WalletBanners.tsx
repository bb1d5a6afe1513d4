import { useCallback, useRef } from 'react';
import { useToldHeight } from '../../../lib/use-told-height.ts';
import { MismatchBanner } from './MismatchBanner.tsx';
import { NetworkBanner } from './NetworkBanner.tsx';
import { SessionBanner } from './SessionBanner.tsx';

/** What there is to say of the session, and of the wallet against the session that it opened. */
export function WalletBanners() {
  /** What they stand in, one above the other, over the page's end. */
  const stack = useRef<HTMLElement | null>(null);
  const first = useCallback((banner: HTMLElement | null) => {
    stack.current = banner?.parentElement ?? null;
  }, []);
  useToldHeight(stack, '--news');
  return (
    <>
      <div ref={first} role="status">
        <SessionBanner />
      </div>
      <MismatchBanner />
      <NetworkBanner />
    </>
  );
}
