import type { ComponentProps } from 'react';
import { cx } from '../../lib/class-names.ts';
import { Spinner } from './Spinner.tsx';

const variants = {
  primary: 'bg-accent-solid text-on-accent hover:bg-accent-solid-hover',
  secondary: 'border border-control bg-surface-2 text-text hover:border-muted',
  ghost: 'text-muted hover:bg-surface-2 hover:text-text',
  /** What takes something away. */
  danger: 'border border-danger/50 bg-danger/10 text-danger hover:border-danger hover:bg-danger/15',
} as const;

/** With a finger nothing is smaller than 44 px. */
const sizes = {
  sm: 'h-8 px-3 text-note pointer-coarse:h-11 pointer-coarse:min-w-11',
  /** Beside the other controls of a bar. */
  bar: 'h-9 px-3 text-sm pointer-coarse:h-11 pointer-coarse:min-w-11 sm:px-4',
  md: 'h-10 px-4 text-sm pointer-coarse:h-11',
  lg: 'h-12 px-6 text-base',
  icon: 'size-9 pointer-coarse:size-11',
} as const;

export type ButtonLook = {
  readonly variant?: keyof typeof variants;
  readonly size?: keyof typeof sizes;
};

/** The look of a button, for links that act like one. */
export function buttonClass({ variant = 'secondary', size = 'md' }: ButtonLook = {}): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap select-none',
    'transition-[background-color,border-color,color,transform] duration-150 active:translate-y-px',
    'disabled:pointer-events-none disabled:opacity-55 aria-busy:opacity-80',
    variants[variant],
    sizes[size],
  );
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    readonly pending?: boolean;
    /** What it says while it is pending, where that is something else: "Claiming…". */
    readonly busyText?: string;
  };

/**
 * While `pending` it keeps its place and focus, says that it is busy, and ignores clicks. Its size stays, too, but
 * where it says something else meanwhile: what stands beside it does not move.
 */
export function Button({
  variant,
  size,
  pending = false,
  busyText,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const isCovered = pending && busyText === undefined;
  return (
    <button
      type="button"
      {...props}
      {...(pending ? { 'aria-disabled': true, 'aria-busy': true } : {})}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      className={cx(buttonClass(pickLook(variant, size)), isCovered && 'relative', className)}
    >
      {!pending ? (
        children
      ) : isCovered ? (
        <>
          <Spinner className="absolute inset-0 m-auto" />
          <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
        </>
      ) : (
        <>
          <Spinner />
          {busyText}
        </>
      )}
    </button>
  );
}

function pickLook(variant: ButtonLook['variant'], size: ButtonLook['size']): ButtonLook {
  return { ...(variant && { variant }), ...(size && { size }) };
}
