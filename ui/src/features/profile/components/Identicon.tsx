const SIZE = 5;
const HALF = 3;

/** A small mirrored pattern from a wallet address: tells accounts apart at a glance, names none. */
export function Identicon({ seed }: { seed: string }) {
  const digits = seed.replace(/^0x/i, '').replaceAll('-', '').toLowerCase();
  const cells = Array.from({ length: SIZE * HALF }, (_, cell) => cell).filter(
    (cell) => Number.parseInt(digits.charAt(cell * 2) || '0', 16) % 2 === 1,
  );
  return (
    <svg
      aria-hidden="true"
      viewBox="-1 -1 7 7"
      className="size-14 shrink-0 rounded-control border border-line bg-surface-2"
    >
      {cells.flatMap((cell) => {
        const x = cell % HALF;
        const y = Math.floor(cell / HALF);
        return [...new Set([x, SIZE - 1 - x])].map((column) => (
          <rect key={`${column}-${y}`} x={column} y={y} width="1.02" height="1.02" className="fill-accent" />
        ));
      })}
    </svg>
  );
}
