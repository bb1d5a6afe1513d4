import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { keepPlace } from './keep-place.ts';

type ErrorStateProps = {
  /** What could not be shown, in lower case: "the leaderboard". */
  readonly what: string;
  readonly detail?: string | undefined;
  readonly onRetry: () => void;
};

export function ErrorState({ what, detail, onRetry }: ErrorStateProps) {
  return (
    <NotLoaded what={what} detail={detail}>
      <Button
        ref={handsOn}
        size="sm"
        aria-label={`Retry loading ${what}`}
        onClick={({ currentTarget }) => {
          keepPlace(currentTarget);
          onRetry();
        }}
      >
        Retry
      </Button>
    </NotLoaded>
  );
}

/** It goes by itself, too, when what failed is asked again. */
const handsOn = (button: HTMLButtonElement) => () => {
  if (button === document.activeElement) keepPlace(button);
};

type NotLoadedProps = Pick<ErrorStateProps, 'what' | 'detail'> & {
  /** What a person can do about it. */
  readonly children: ReactNode;
};

export function NotLoaded({ what, detail, children }: NotLoadedProps) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 px-6 py-8 text-center">
      <div>
        <p className="flex items-center justify-center gap-2 text-sm font-medium">
          <Icon name="alert" className="size-4 text-danger" />
          Could not load {what}
        </p>
        {detail && <p className="mt-1 max-w-96 text-note text-balance text-muted">{detail}</p>}
      </div>
      {children}
    </div>
  );
}
