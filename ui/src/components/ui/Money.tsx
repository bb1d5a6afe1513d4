import { Fragment } from 'react';
import { decimalsOf, displayParts, parseSum } from '../../../../contracts/money.ts';
import { cx } from '../../lib/class-names.ts';

export type MoneyProps = {
  /** EVO in normal form, as the API gives it. */
  readonly amount: string;
  /** How many decimals this place shows; what is beyond them is cut, never rounded up (`displayParts`). */
  readonly decimals: number;
  /** All decimals that there are, and at least as many as `decimals`. */
  readonly whole?: boolean;
  readonly sign?: '+' | '−' | undefined;
  readonly unit?: boolean;
  /** Colour of the EVO value; the fraction takes its dimmed twin. */
  readonly tone?: 'plain' | 'gold';
  /** A fraction in smaller digits, where the number is large. */
  readonly hero?: boolean;
  /** Where there is no room for all of it: it goes on in the next line, after a group of three digits if there is one. */
  readonly breaks?: boolean;
  readonly className?: string;
};

/** An amount of EVO: its fraction dimmed, its full value in the title and for screen readers. */
export function Money({
  amount,
  decimals,
  whole = false,
  sign,
  unit = true,
  tone = 'plain',
  hero = false,
  breaks = false,
  className,
}: MoneyProps) {
  const units = parseSum(amount);
  const { integer, fraction } = displayParts(units, whole ? decimalsOf(units, decimals) : decimals);
  // Wider than a phone: no place of a single line holds it.
  const mayBreak = breaks || integer.length > LONGEST_LINE;
  const breaksAnywhere = breaks || fraction.length > LONGEST_FRACTION;
  const dim = tone === 'gold' ? 'text-gold-dim' : 'text-faint';
  return (
    <span
      data-amount={amount}
      title={`${sign ?? ''}${amount} EVO`}
      className={cx(
        breaksAnywhere ? 'text-right [overflow-wrap:anywhere]' : !hero && !mayBreak && 'whitespace-nowrap',
        'tabular-nums',
        className,
      )}
    >
      <span aria-hidden="true" className={cx('font-mono', tone === 'gold' ? 'text-gold' : 'text-text')}>
        {sign}
        {mayBreak || hero ? <Groups integer={integer} /> : integer}
        {fraction && <span className={cx(dim, hero && 'text-[0.7em]')}>.{fraction}</span>}
      </span>
      {unit && (
        <span
          aria-hidden="true"
          className={cx(
            'inline-block font-sans font-medium text-faint',
            hero ? 'ml-[0.35em] text-[max(0.45em,0.8125rem)]' : 'ml-1',
          )}
        >
          EVO
        </span>
      )}
      <span className="sr-only">{`${sign === '−' ? 'minus ' : ''}${amount} EVO`}</span>
    </span>
  );
}

/** Characters of a whole number with its commas: up to a quadrillion. */
const LONGEST_LINE = 20;

/** Decimals that a place asks for at the most. */
const LONGEST_FRACTION = 8;

/** `1,234,567` with places where a line may end; none of them is copied or read. */
function Groups({ integer }: { integer: string }) {
  const groups = integer.split(/(?<=,)/);
  return groups.map((group, at) => (
    // Groups of one number have no name but their place.
    // biome-ignore lint/suspicious/noArrayIndexKey: they never move.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {group}
    </Fragment>
  ));
}
