import type { Dashboard } from '../../../../../contracts/api/dashboard.ts';
import { Money } from '../../../components/ui/Money.tsx';

/** How far it is to the next better place; at the top there is none. */
export function NextPlace({ standing: { entry, toNextPlace } }: { standing: Dashboard['standing'] }) {
  return (
    <p className="text-note text-muted">
      {toNextPlace === null ? (
        entry.position === 1 && 'You are at the top.'
      ) : (
        <>
          <Money amount={toNextPlace} decimals={2} breaks /> to the next place
        </>
      )}
    </p>
  );
}
