import { Component, createRef, type ReactNode, Suspense } from 'react';
import { cx } from '../../lib/class-names.ts';
import { lookForServer, whenReachable } from '../../lib/connection/connection.ts';
import { PartNotLoaded, whenPartsCome } from '../../lib/load-part.ts';
import { logFault } from '../../lib/log.ts';
import { Button } from './Button.tsx';
import { NotLoaded } from './ErrorState.tsx';

type PanelBoundaryProps = {
  /** What stands here, in lower case, for its texts: "the leaderboard". */
  readonly what: string;
  /** Asks anew for what is drawn here, where that may be at fault. */
  readonly refresh?: () => Promise<unknown>;
  /** What it is drawn from: with another one it is drawn anew. */
  readonly of?: unknown;
  /** Of the card that stands here instead. */
  readonly className?: string;
  /** The page does without it: nothing stands here instead. */
  readonly isOptional?: boolean;
  readonly children: ReactNode;
};

type State = {
  readonly failure?: { readonly error: unknown } | undefined;
  readonly isRetrying: boolean;
  /** A person asked for another attempt and has the focus here. */
  readonly isTriedAgain: boolean;
};

/**
 * Around each panel: one that fails to draw, or whose code does not come, says so in its place, and everything else
 * goes on. Code that did not come is asked for again by itself, too, once other code comes or the server is back.
 */
export class PanelBoundary extends Component<PanelBoundaryProps, State> {
  override state: State = { isRetrying: false, isTriedAgain: false };
  private readonly place = createRef<HTMLSpanElement>();
  private stopWaiting: readonly (() => void)[] = [];

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error }, isTriedAgain: false };
  }

  override componentDidMount(): void {
    this.stopWaiting = [whenPartsCome(this.tryPart), whenReachable(this.tryPart)];
  }

  override componentDidCatch(error: unknown): void {
    logFault(`could not show ${this.props.what}`, error);
    // Nothing else may have asked the server since it went away.
    if (error instanceof PartNotLoaded) void lookForServer();
  }

  override componentDidUpdate({ of }: PanelBoundaryProps, before: State): void {
    if (this.state.failure && of !== this.props.of) this.setState({ failure: undefined });
    // The button that had it is gone.
    if (this.state.isTriedAgain && !before.isTriedAgain) this.place.current?.focus({ preventScroll: true });
  }

  override componentWillUnmount(): void {
    for (const stop of this.stopWaiting) stop();
  }

  override render(): ReactNode {
    const { what, className, isOptional, children } = this.props;
    const { failure, isRetrying, isTriedAgain } = this.state;
    if (!failure) {
      return (
        <>
          {isTriedAgain && (
            <span ref={this.place} tabIndex={-1} className="sr-only">
              Another attempt to show {what}
            </span>
          )}
          {/* A page that was sent drawn is taken over panel by panel, and answers people in between. */}
          <Suspense>{children}</Suspense>
        </>
      );
    }
    if (isOptional) return null;
    const { error } = failure;
    return (
      <div role="alert" className={cx('card flex min-h-44 min-w-0', className)}>
        <NotLoaded what={what} detail={error instanceof PartNotLoaded ? error.message : BROKEN}>
          {error instanceof PartNotLoaded && error.needsReload ? (
            <Button size="sm" onClick={() => location.reload()}>
              Reload
            </Button>
          ) : (
            <Button
              size="sm"
              pending={isRetrying}
              onClick={() => void this.retry()}
              aria-label={`Retry loading ${what}`}
            >
              Retry
            </Button>
          )}
        </NotLoaded>
      </div>
    );
  }

  private async retry(): Promise<void> {
    const { error } = this.state.failure ?? {};
    this.setState({ isRetrying: true });
    // What could not be drawn is not drawn any better from the same figures.
    if (!(error instanceof PartNotLoaded)) {
      await this.props.refresh?.().catch((fault: unknown) => logFault('no new figures', fault));
    }
    this.setState({ failure: undefined, isRetrying: false, isTriedAgain: true });
  }

  private readonly tryPart = (): void => {
    const { error } = this.state.failure ?? {};
    if (error instanceof PartNotLoaded && !error.needsReload) this.setState({ failure: undefined });
  };
}

const BROKEN = 'Something went wrong as it was drawn. The rest of the page works.';
