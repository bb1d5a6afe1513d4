import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ThemeSwitch } from '../components/ui/ThemeSwitch.tsx';
import { ToastArea } from '../components/ui/ToastArea.tsx';
import { MusicWhenIdle } from '../features/player/components/MusicWhenIdle.tsx';
import { MismatchBanner } from '../features/wallet/components/MismatchBanner.tsx';
import { NetworkBanner } from '../features/wallet/components/NetworkBanner.tsx';
import { SessionBanner } from '../features/wallet/components/SessionBanner.tsx';
import { WalletControls } from '../features/wallet/components/WalletControls.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useConnectDialogOpen } from '../lib/wallet/connect-dialog.ts';
import { Logo } from './Logo.tsx';

const ConnectDialog = lazyPart(
  async () => (await import('../features/wallet/components/ConnectDialog.tsx')).ConnectDialog,
);

/** What stands around every page. */
export function AppShell({ children }: { children: ReactNode }) {
  const connecting = useConnectDialogOpen();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="absolute top-2 left-2 z-30 -translate-y-20 rounded-control bg-surface-2 px-4 py-2 text-sm focus:translate-y-0"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-20 border-b border-line bg-bg/90 backdrop-blur-md">
        <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-3 px-4 sm:px-6">
          <Link
            href="/evo-rewards"
            className="flex items-center gap-2.5 text-[17px] font-semibold tracking-[-0.02em]"
          >
            <Logo />
            <span className="max-sm:sr-only">EvoRewards</span>
          </Link>
          <div className="flex items-center gap-1 sm:gap-2">
            <ThemeSwitch />
            <WalletControls />
          </div>
        </div>
      </header>
      <SessionBanner />
      <MismatchBanner />
      <NetworkBanner />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-6xl flex-1 scroll-mt-20 px-4 py-6 sm:px-6 sm:py-10"
      >
        {children}
      </main>
      <footer className="border-t border-line">
        <p className="mx-auto max-w-6xl px-4 py-6 text-[13px] text-faint sm:px-6">
          Every balance here can be recomputed from the ledger of events behind it.
        </p>
      </footer>
      {connecting && <ConnectDialog />}
      <ToastArea />
      <MusicWhenIdle />
    </div>
  );
}
