import type { Ref } from 'react';
import { Icon } from '../../../components/ui/Icon.tsx';
import { cx } from '../../../lib/class-names.ts';

type PlayerButtonProps = {
  readonly label: string;
  readonly onPress: () => void;
  readonly isBusy?: boolean;
  readonly isPlaying?: boolean;
  readonly hasFailed?: boolean;
  /** How much of the track is over, from 0 to 1. */
  readonly share?: number;
  readonly ref?: Ref<HTMLButtonElement>;
};

/** The player as long as nobody needs more of it: a round button in the corner, with the track's progress around it. */
export function PlayerButton({
  label,
  onPress,
  isBusy,
  isPlaying,
  hasFailed,
  share = 0,
  ref,
}: PlayerButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      aria-disabled={isBusy}
      aria-expanded={isBusy || hasFailed ? undefined : false}
      title={label}
      onClick={isBusy ? undefined : onPress}
      className={cx(
        'relative grid size-12 place-items-center rounded-full border bg-surface-2 transition-colors duration-150',
        hasFailed ? 'border-danger/60 text-danger' : 'border-control/60 hover:border-muted',
        isPlaying && 'text-accent',
      )}
    >
      <Ring share={share} />
      {hasFailed ? (
        <Icon name="alert" />
      ) : (
        <Icon name="music" className={cx(isBusy && 'animate-pulse-soft')} />
      )}
    </button>
  );
}

function Ring({ share }: { share: number }) {
  if (share === 0) return null;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 48 48"
      className="absolute -inset-px size-12 -rotate-90 fill-none stroke-accent"
    >
      <circle cx="24" cy="24" r="23" strokeWidth="2" pathLength={1} strokeDasharray={`${share} 1`} />
    </svg>
  );
}
