import { Component, type ReactNode } from 'react';
import { PartNotLoaded } from '../../lib/load-part.ts';
import { logFault } from '../../lib/log.ts';
import { showError } from '../../lib/toast/toast.ts';

type DialogBoundaryProps = {
  /** What was to open, in lower case: "your sessions". */
  readonly what: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/**
 * Around what opens over the page: where it fails to draw, or its code does not come, a notice says so and it counts
 * as closed, so that whatever opened it opens it again.
 */
export class DialogBoundary extends Component<DialogBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    const { what, onClose } = this.props;
    logFault(`could not open ${what}`, error);
    const isLoading = error instanceof PartNotLoaded;
    showError({
      title: `Could not open ${what}`,
      description: isLoading ? error.message : 'Something went wrong as it was drawn.',
      ...(isLoading && error.needsReload && { action: RELOAD }),
    });
    onClose();
    this.setState({ failed: false });
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}

const RELOAD = { label: 'Reload', altText: 'Reload the page', run: () => location.reload() };
