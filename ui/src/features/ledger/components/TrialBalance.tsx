import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { cx } from '../../../lib/class-names.ts';
import type { LedgerAt } from '../api/ledger-queries.ts';
import { count } from '../model/seal-standing.ts';
import { accountName, balanceFault, sumOf } from '../model/trial-balance.ts';
import { SignedMoney } from './SignedMoney.tsx';

/** What every class of accounts holds. Each entry has its counterpart, so all of them together are zero. */
export function TrialBalance({ at }: { at: LedgerAt }) {
  const fault = balanceFault(at);
  return (
    <Card aria-labelledby="trial-title" className="min-h-110 min-w-0">
      <CardHeader id="trial-title" title="Trial balance" />
      <div className="px-3 pt-1 pb-5">
        <table className="w-full text-sm">
          <caption className="sr-only">The balance of each class of accounts, in EVO, and their sum</caption>
          <thead>
            <tr className="text-left text-xs text-faint [&>th]:px-2 [&>th]:pb-2 [&>th]:font-medium">
              <th scope="col">Account</th>
              <th scope="col" className="text-right max-sm:hidden">
                Accounts
              </th>
              <th scope="col" className="text-right">
                Balance (EVO)
              </th>
            </tr>
          </thead>
          <tbody>
            {at.trialBalance.map(({ account, accounts, balance }) => (
              <tr
                key={account}
                className="align-top [&>td]:border-t [&>td]:border-line/60 [&>td]:px-2 [&>td]:py-2"
              >
                <td className="min-w-28 sm:min-w-44">
                  <span className="block">{accountName(account)}</span>
                  <span className="block font-mono text-xs [overflow-wrap:anywhere] text-faint max-sm:hidden">
                    {account}
                  </span>
                </td>
                <td className="text-right font-mono text-note text-muted max-sm:hidden">{count(accounts)}</td>
                <td className="text-right">
                  <SignedMoney amount={balance} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="align-top font-medium [&>*]:border-t-2 [&>*]:border-line [&>*]:px-2 [&>*]:py-2.5">
              <th scope="row" className="text-left font-medium">
                Sum of all accounts
              </th>
              <td className="max-sm:hidden" />
              <td className="text-right">
                <SignedMoney amount={sumOf(at.trialBalance)} />
              </td>
            </tr>
          </tfoot>
        </table>
        <p
          {...(fault !== undefined && { role: 'alert' })}
          className={cx(
            'flex items-start gap-2 px-2 pt-2 text-note',
            fault === undefined ? 'text-muted' : 'text-danger',
          )}
        >
          <Icon
            name={fault === undefined ? 'check' : 'alert'}
            className={cx('mt-0.5 size-4', fault === undefined && 'text-success')}
          />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {fault ??
              'Your browser added these lines up: zero, to the last decimal. No EVO comes from nowhere, and none is lost.'}
          </span>
        </p>
      </div>
    </Card>
  );
}
