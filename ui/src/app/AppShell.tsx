import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { DialogBoundary } from '../components/ui/DialogBoundary.tsx';
import { PanelBoundary } from '../components/ui/PanelBoundary.tsx';
import { ThemeSwitch } from '../components/ui/ThemeSwitch.tsx';
import { ToastArea } from '../components/ui/ToastArea.tsx';
import { MusicWhenIdle } from '../features/player/components/MusicWhenIdle.tsx';
import { WalletControls } from '../features/wallet/components/WalletControls.tsx';
import { hearInput } from '../lib/early-input.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { closeConnectDialog, useConnectDialogOpen } from '../lib/wallet/connect-dialog.ts';
import { Logo } from './Logo.tsx';
import { MainNav } from './MainNav.tsx';
import { PageAnnouncer } from './PageAnnouncer.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { StatusStrip } from './StatusStrip.tsx';
import { useArrival } from './use-arrival.ts';
import { WalletNews } from './WalletNews.tsx';

const ConnectDialog = lazyPart(
  () => import('../features/wallet/components/ConnectDialog.tsx'),
  ({ ConnectDialog }) => ConnectDialog,
);

/** What stands around every page. */
export function AppShell({ children }: { children: ReactNode }) {
  const connecting = useConnectDialogOpen();
  const [path] = useLocation();
  useArrival();
  return (
    <div className="flex min-h-dvh flex-col pb-(--dock)" onInputCapture={hearInput}>
      <a
        href="#content"
        className="absolute top-2 left-2 z-30 -translate-y-20 rounded-control bg-surface-2 px-4 py-2 text-sm focus:translate-y-0"
      >
        Skip to content
      </a>
      {/* Its blur would hold the navigation in it that lies along the lower edge of a small screen. */}
      <header className="sticky top-0 z-20 border-b border-line bg-bg md:bg-bg/90 md:backdrop-blur-md">
        <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-3 px-4 sm:px-6">
          <Link
            href="/"
            className="touch-area flex items-center gap-2.5 text-[1.0625rem] font-semibold tracking-[-0.02em]"
          >
            <Logo />
            <span className="max-sm:sr-only">EvoRewards</span>
          </Link>
          <MainNav />
          <div className="flex items-center gap-1 sm:gap-2">
            <ThemeSwitch />
            <WalletControls />
          </div>
        </div>
      </header>
      <WalletNews />
      {/* As high as the window: what comes after it does not jump as its content grows. */}
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto min-h-[calc(100dvh-4rem)] w-full max-w-6xl flex-1 px-4 py-6 sm:px-6 sm:py-8"
      >
        {/* Of each page its own: a link that is followed before the page is taken over must not find its drawing here. */}
        <PanelBoundary key={path} what="this page" className="min-h-110">
          {children}
        </PanelBoundary>
      </main>
      <SiteFooter />
      <StatusStrip />
      {connecting && (
        <DialogBoundary what="the choice of wallets" onClose={closeConnectDialog}>
          <ConnectDialog />
        </DialogBoundary>
      )}
      <PageAnnouncer />
      <ToastArea />
      <MusicWhenIdle />
    </div>
  );
}
