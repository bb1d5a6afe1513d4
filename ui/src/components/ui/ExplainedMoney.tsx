import type { Figure } from '../../../../contracts/api/ledger.ts';
import { cx } from '../../lib/class-names.ts';
import { explain } from '../../lib/ledger/explained-figure.ts';
import { Money, type MoneyProps } from './Money.tsx';

type ExplainedMoneyProps = MoneyProps & {
  readonly figure: Figure;
};

/** An amount of the own account that opens to the events that make it. */
export function ExplainedMoney({ figure, className, ...money }: ExplainedMoneyProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => explain(figure)}
      className={cx(
        'max-w-full rounded-sm underline decoration-control decoration-dotted decoration-1 underline-offset-[0.2em]',
        'transition-colors duration-150 hover:decoration-text hover:decoration-solid',
        className,
      )}
    >
      <Money {...money} />
      <span className="sr-only">, show the events that make it</span>
    </button>
  );
}
