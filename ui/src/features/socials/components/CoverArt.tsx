import type { ReactNode } from 'react';

/** Line drawings in the hand of the product's mark, with one coin each. Decoration: the title stands below. */
const motifs: readonly ReactNode[] = [
  <path
    key="growth"
    d="M88 128a72 72 0 0 1 144 0M112 128a48 48 0 0 1 96 0M136 128a24 24 0 0 1 48 0M64 128h192M64 128a96 96 0 0 1 192 0"
  />,
  <path
    key="circles"
    d="M180 84a44 44 0 1 1-88 0 44 44 0 0 1 88 0ZM228 84a44 44 0 1 1-88 0 44 44 0 0 1 88 0ZM204 84a44 44 0 1 1-88 0 44 44 0 0 1 88 0Z"
  />,
  <path
    key="chain"
    d="M56 68h40v40H56zM112 52h40v40h-40zM168 76h40v40h-40zM224 56h40v40h-40zM96 84h16M152 84h16M208 88h16"
  />,
  <path
    key="horizon"
    d="M48 104h224M72 116h176M100 128h120M132 140h56M160 40v8M108 56l6 7M212 56l-6 7M116 104a44 44 0 0 1 88 0"
  />,
];

const coins: readonly (readonly [x: number, y: number])[] = [
  [160, 128],
  [160, 84],
  [188, 96],
  [160, 82],
];

/** @param at the place of the track in the playlist */
export function CoverArt({ at }: { at: number }) {
  const [x, y] = coins[at % coins.length] ?? [160, 84];
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 320 168"
      width={304}
      height={160}
      fill="none"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="h-40 w-full bg-surface-2 stroke-accent"
    >
      {motifs[at % motifs.length]}
      <circle cx={x} cy={y} r="7" className="fill-gold stroke-none" />
    </svg>
  );
}
