import { type SubmitEvent, useState } from 'react';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { errorToasts } from '../../../../../contracts/toasts.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Field } from '../../../components/ui/Field.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { showError } from '../../../lib/toast/toast.ts';
import { placeLabel } from '../model/place.ts';
import {
  type RaffleForm as Form,
  liveTotal,
  placeholderPrize,
  raffleFault,
  winnerCount,
  withMode,
  withTier,
  withWinners,
} from '../model/raffle-form.ts';

type RaffleFormProps = {
  /** Users with a verified email; undefined while not known. */
  readonly eligible: number | undefined;
  readonly pending: boolean;
  readonly form: Form;
  readonly onChange: (next: Form) => void;
  readonly onStart: (form: Form) => void;
};

export function RaffleForm({ eligible, pending, form, onChange, onStart }: RaffleFormProps) {
  const [fault, setFault] = useState<string>();
  const count = winnerCount(form);

  function change(next: Form): void {
    onChange(next);
    setFault(undefined);
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (pending) return;
    const found = raffleFault(form, eligible);
    setFault(found);
    if (found) showError(errorToasts.raffleFailed(found));
    else onStart(form);
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <label className="flex items-start gap-2.5 text-sm">
        <input
          type="checkbox"
          checked={form.tiered}
          onChange={({ target }) => change(withMode(form, target.checked))}
          className="touch-area size-6 shrink-0 sm:size-5"
        />
        <span>
          Use Tiered Rewards
          <span className="block text-note text-muted">1st gets most, 2nd less, and so on</span>
        </span>
      </label>
      <div className="grid gap-4 sm:grid-cols-2">
        {!form.tiered && (
          <Field
            label="Reward Amount (EVO)"
            hint="The same for all winners"
            placeholder="100"
            inputMode="decimal"
            autoComplete="off"
            value={form.amount}
            onChange={({ target }) => change({ ...form, amount: target.value })}
          />
        )}
        <Field
          label="Number of Winners"
          // Its place is kept before the number is known.
          hint={`${eligible?.toLocaleString('en') ?? '…'} eligible: every user with a verified email`}
          inputMode="numeric"
          autoComplete="off"
          value={form.winners}
          onChange={({ target }) => change(withWinners(form, target.value))}
          onBlur={() => {
            // Nothing typed counts as one winner, and says so. What is no whole number is refused when it is sent.
            if (form.winners === '') change(withWinners(form, String(count)));
          }}
        />
      </div>
      {form.tiered && form.tiers.length > 0 && (
        <fieldset>
          <legend className="mb-1.5 text-note font-medium">Amount for each place (EVO)</legend>
          {/* What scrolls has room for the ring around a field, and its fields stand where all others do. */}
          <div className="-m-0.5 grid max-h-80 gap-2 overflow-y-auto p-0.5 sm:grid-cols-2">
            {form.tiers.map((amount, place) => (
              <Field
                // biome-ignore lint/suspicious/noArrayIndexKey: an input is its place.
                key={place}
                label={`${placeLabel(place + 1)} place`}
                placeholder={placeholderPrize(place)}
                inputMode="decimal"
                autoComplete="off"
                value={amount}
                onChange={({ target }) => change(withTier(form, place, target.value))}
              />
            ))}
          </div>
        </fieldset>
      )}
      <p className="flex items-baseline justify-between gap-4 border-t border-line pt-4 text-sm">
        <span className="text-muted">Total</span>
        <output aria-label="Total of all prizes" className="text-lg font-semibold">
          <Money amount={liveTotal(form)} decimals={DECIMALS.raffleTotal} tone="gold" />
        </output>
      </p>
      {fault && (
        <p role="alert" className="text-note text-danger">
          {fault}
        </p>
      )}
      <Button type="submit" variant="primary" size="lg" pending={pending} busyText="Drawing…">
        <Icon name="play" className="size-4" /> Start Animated Raffle
      </Button>
    </form>
  );
}
