import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Provider as WalletProvider } from 'react-redux';
import { Router } from 'wouter';
import { queryClient } from '../lib/api/api.ts';
import { aroundNav } from '../lib/history/dialog-entries.ts';
import { walletAtFirst, walletStore } from '../lib/wallet/browser-wallet.ts';

export function Providers({ children }: { children: ReactNode }) {
  return (
    <WalletProvider store={walletStore} serverState={walletAtFirst}>
      <QueryClientProvider client={queryClient}>
        <Router aroundNav={aroundNav}>{children}</Router>
      </QueryClientProvider>
    </WalletProvider>
  );
}
