import type { ProofStep } from '../../../../ledger/proof/raffle-proof.ts';
import { cx } from '../../lib/class-names.ts';
import { Icon } from './Icon.tsx';

type ProofStepsProps = {
  readonly steps: readonly ProofStep[];
  /** What it means that all hold, or that one does not. */
  readonly holds: string;
  readonly fails: string;
};

/** Each step of a check with how it went; a step that failed says where. */
export function ProofSteps({ steps, holds, fails }: ProofStepsProps) {
  const failed = steps.filter(({ fault }) => fault !== undefined);
  const isValid = failed.length === 0;
  return (
    <div className="grid gap-3">
      <p
        role="status"
        className={cx(
          'flex items-start gap-2 rounded-control border px-4 py-3 text-sm font-medium',
          isValid
            ? 'border-success/30 bg-success/10 text-success'
            : 'border-danger/40 bg-danger/10 text-danger',
        )}
      >
        <Icon name={isValid ? 'check' : 'alert'} className="mt-px size-4.5" />
        {isValid ? holds : `${fails} It fails at: ${failed.map(({ name }) => name).join(', ')}.`}
      </p>
      <ol
        aria-label="Steps of the check"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
        tabIndex={0}
        className="relative max-h-96 overflow-y-auto rounded-control border border-line"
      >
        {steps.map(({ name, shows, fault }) => (
          <li key={name} className="flex gap-3 border-b border-line/60 px-4 py-2.5 text-sm last:border-0">
            <Icon
              name={fault === undefined ? 'check' : 'close'}
              className={cx('mt-0.5 size-4', fault === undefined ? 'text-success' : 'text-danger')}
            />
            <div className="min-w-0">
              <p className="font-medium">
                {name} <span className="sr-only">{fault === undefined ? 'holds' : 'fails'}</span>
              </p>
              <p className="text-note text-muted">{shows}</p>
              {fault !== undefined && (
                <p className="text-note text-danger [overflow-wrap:anywhere]">{fault}</p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
