import type { ReactNode } from 'react';
import { Icon } from '../../../components/ui/Icon.tsx';
import { ProofSteps } from '../../../components/ui/ProofSteps.tsx';
import { cx } from '../../../lib/class-names.ts';
import { type EventCheck, verdictWords } from '../model/event-check.ts';

type CheckResultProps = {
  readonly check: EventCheck;
  /** What to say of it beside the verdict. */
  readonly note?: ReactNode;
  /** What can be done next. */
  readonly children: ReactNode;
};

const looks = {
  'in the ledger': { icon: 'shield', tone: 'text-success' },
  'signed by the notary': { icon: 'shield', tone: 'text-success' },
  'not sealed yet': { icon: 'clock', tone: 'text-info' },
  'does not hold': { icon: 'alert', tone: 'text-danger' },
} as const;

/** What a check by this browser has found: the verdict first, then each step, then what it cannot show. */
export function CheckResult({ check, note, children }: CheckResultProps) {
  const { icon, tone } = looks[check.verdict];
  return (
    <div className="grid grid-cols-1 gap-4">
      <p
        role="status"
        className={cx(
          'flex items-start gap-2.5 text-lg font-semibold tracking-[-0.01em] [overflow-wrap:anywhere]',
          tone,
        )}
      >
        <Icon name={icon} className="mt-1" />
        {verdictWords(check).join(' · ')}
      </p>
      {note && <p className="text-note text-muted">{note}</p>}
      <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
      <details open={check.verdict === 'does not hold'} className="group">
        <summary className="min-h-6 pointer-coarse:min-h-11 pointer-coarse:py-2.5 cursor-pointer text-sm text-muted hover:text-text">
          What your browser computed again, and what it cannot show
        </summary>
        <div className="grid gap-3 pt-3">
          <ProofSteps
            steps={check.steps}
            holds="Your browser computed this again, and every step holds."
            fails="This does not hold."
          />
          {check.cannotShow.length > 0 && (
            <div className="text-note text-muted">
              <p className="font-medium text-text">What this does not show</p>
              <ul className="list-disc pt-1 pl-5">
                {check.cannotShow.map((limit) => (
                  <li key={limit}>{limit}</li>
                ))}
              </ul>
            </div>
          )}
        </div>
      </details>
    </div>
  );
}
