import { Money } from '../../../components/ui/Money.tsx';

type SignedMoneyProps = {
  /** EVO in normal form, negative with a minus. */
  readonly amount: string;
  /** Whether what is above zero says so, too: for changes. */
  readonly isChange?: boolean;
};

/** An amount to its last decimal: whoever checks a sum needs all of it. */
export function SignedMoney({ amount, isChange = false }: SignedMoneyProps) {
  const isLoss = amount.startsWith('-');
  const absolute = isLoss ? amount.slice(1) : amount;
  return (
    <Money
      amount={absolute}
      decimals={2}
      whole
      sign={isLoss ? '−' : isChange && amount !== '0' ? '+' : undefined}
      unit={false}
      breaks
    />
  );
}
