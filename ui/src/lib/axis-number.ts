const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const small = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
const power = new Intl.NumberFormat('en', { notation: 'scientific', maximumFractionDigits: 1 });

/** From here on there is no letter for a thousand times more. */
const BEYOND_LETTERS = 1e15;

/** And below here the zeros behind the point take all the room. */
const BELOW_POINT = 1e-3;

/** A number at the axis of a chart, in the few characters that there is room for: `1.5K`, `0.15`, `3.5E23`. */
export function axisNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= BEYOND_LETTERS || (size > 0 && size < BELOW_POINT)) return power.format(value);
  return (size < 1 ? small : short).format(value);
}
