import { cx } from '../../../lib/class-names.ts';

/** On a 20 px grid as those of `Icon`, which the first load brings; these come with the player. */
const paths = {
  next: 'M5 4.5v11l8-5.5-8-5.5ZM15.5 4.5v11',
  pause: 'M7 4.5v11M13 4.5v11',
  play: 'M6.5 4v12l9.5-6-9.5-6Z',
  previous: 'M15 4.5v11L7 10l8-5.5ZM4.5 4.5v11',
  shrink: 'm5 7.5 5 5 5-5',
  silent: 'M3 7.8v4.4h2.8L10 15.8V4.2L5.8 7.8H3ZM13.2 7.8l4.3 4.4M17.5 7.8l-4.3 4.4',
  sound: 'M3 7.8v4.4h2.8L10 15.8V4.2L5.8 7.8H3ZM13 7.3a3.8 3.8 0 0 1 0 5.4M15.3 5a7 7 0 0 1 0 10',
} as const;

export function SoundIcon({ name, className }: { name: keyof typeof paths; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      fill={FILLED.has(name) ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={name === 'pause' ? 2.5 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx('size-5 shrink-0', className)}
    >
      <path d={paths[name]} />
    </svg>
  );
}

const FILLED: ReadonlySet<keyof typeof paths> = new Set(['next', 'play', 'previous']);
