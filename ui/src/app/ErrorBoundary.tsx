import { Component, type ReactNode } from 'react';
import { Button } from '../components/ui/Button.tsx';
import { logFault } from '../lib/log.ts';

type State = { readonly failed: boolean };

/** The last resort for a bug of ours (and for a part of the page that could not be loaded): reload. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    logFault('the page failed', error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="grid min-h-dvh place-items-center p-6 text-center">
        <div role="alert">
          <h1 className="text-2xl font-semibold tracking-[-0.02em]">This page stopped working</h1>
          <p className="mt-2 mb-6 text-muted">Your rewards are safe in the ledger. Reload to go on.</p>
          <Button variant="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </div>
      </main>
    );
  }
}
