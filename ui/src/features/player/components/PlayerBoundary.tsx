import { Component, type ReactNode } from 'react';
import { logFault } from '../../../lib/log.ts';

/** The page goes on without music, whatever becomes of the player. */
export class PlayerBoundary extends Component<{ children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    logFault('the music player failed', error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
