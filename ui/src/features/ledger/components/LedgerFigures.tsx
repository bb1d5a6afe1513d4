import { Address } from '../../../components/ui/Address.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import type { LedgerAt } from '../api/ledger-queries.ts';
import { count } from '../model/seal-standing.ts';
import { Fact } from './Fact.tsx';

type AtProps = { readonly at: LedgerAt };

export function Figures({ at: { figures } }: AtProps) {
  return (
    <Card aria-labelledby="figures-title" className="min-w-0">
      <CardHeader id="figures-title" title="Figures" />
      <dl className="px-5 pb-4">
        <Fact name="Users">
          <span className="font-mono">{count(figures.users)}</span>
        </Fact>
        <Fact name="Granted">
          <Exact amount={figures.granted} />
        </Fact>
        <Fact name="Claimed">
          <Exact amount={figures.claimed} />
        </Fact>
        <Fact name="Claimable">
          <Exact amount={figures.pending} />
        </Fact>
        <Fact name="Cleared by admins">
          <Exact amount={figures.cleared} />
        </Fact>
        <Fact name="Raffles">
          <span className="font-mono">{count(figures.raffles)}</span>
        </Fact>
      </dl>
    </Card>
  );
}

export function Leaders({ at: { leaders } }: AtProps) {
  return (
    <Card aria-labelledby="leaders-title" className="flex min-h-110 min-w-0 flex-col">
      <CardHeader id="leaders-title" title="Leaders at this moment" />
      {leaders.length === 0 ? (
        <EmptyState icon="trophy" title="Nobody yet" next="The first reward makes the first leader." />
      ) : (
        <div className="px-3 pb-4">
          <table className="w-full text-sm">
            <caption className="sr-only">The ten users with the most rewards at this moment</caption>
            <thead>
              <tr className="text-left text-xs text-faint [&>th]:px-2 [&>th]:pb-2 [&>th]:font-medium">
                <th scope="col">Rank</th>
                <th scope="col">User</th>
                <th scope="col" className="text-right">
                  Total (EVO)
                </th>
              </tr>
            </thead>
            <tbody>
              {leaders.map(({ rank, userId, username, total }) => (
                <tr
                  key={userId}
                  className="align-top [&>td]:border-t [&>td]:border-line/60 [&>td]:px-2 [&>td]:py-1.5"
                >
                  <td className="font-mono text-faint">{count(rank)}</td>
                  <td className="w-full min-w-20 [overflow-wrap:anywhere]">{username}</td>
                  <td className="min-w-36 text-right sm:min-w-52">
                    <Money amount={total} decimals={2} unit={false} breaks />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

export function Admins({ at: { admins } }: AtProps) {
  return (
    <Card aria-labelledby="admins-title" className="flex min-h-44 min-w-0 flex-col">
      <CardHeader id="admins-title" title="Admins at this moment" />
      {admins.length === 0 ? (
        <EmptyState
          icon="users"
          title="No admin by an event"
          next="The super admin is a setting of the program, and stands in no event."
        />
      ) : (
        <ul
          aria-label="Admins"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
          tabIndex={0}
          className="grid max-h-96 content-start gap-1 overflow-y-auto px-5 pb-4"
        >
          {admins.map((wallet) => (
            <li key={wallet}>
              <Address address={wallet} keep={[10, 8]} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const Exact = ({ amount }: { amount: string }) => <Money amount={amount} decimals={2} whole breaks />;
