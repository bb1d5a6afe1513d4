import { StrictMode } from 'react';
import { AppShell } from './AppShell.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Providers } from './Providers.tsx';
import { Routes } from './Routes.tsx';

/** All that is drawn: in the browser, and by the build for what the server sends first. */
export function App() {
  return (
    <StrictMode>
      <ErrorBoundary>
        <Providers>
          <AppShell>
            <Routes />
          </AppShell>
        </Providers>
      </ErrorBoundary>
    </StrictMode>
  );
}
