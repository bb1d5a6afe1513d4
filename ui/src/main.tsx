import './styles/main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AppShell } from './app/AppShell.tsx';
import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { Providers } from './app/Providers.tsx';
import { Routes } from './app/Routes.tsx';
import { refetchWhenReachable, whenSessionMoves } from './lib/api/api.ts';
import { watchNetwork } from './lib/connection/connection.ts';
import { checkSession, watchSession } from './lib/session/session-change.ts';
import { startWallet } from './lib/wallet/browser-wallet.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

whenSessionMoves(checkSession);
watchSession();
watchNetwork();
refetchWhenReachable();
startWallet();

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <Providers>
        <AppShell>
          <Routes />
        </AppShell>
      </Providers>
    </ErrorBoundary>
  </StrictMode>,
);
