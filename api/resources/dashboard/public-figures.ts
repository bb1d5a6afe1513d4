import type { ResponseOf } from '../../../contracts/api/endpoint.ts';
import type { getPublicFigures } from '../../../contracts/api/socials.ts';
import { formatPosition, type LedgerPosition } from '../../../contracts/ledger-position.ts';
import { formatEvo } from '../../../contracts/money.ts';
import type { Database } from '../../../projector/database.ts';
import type { PositionGate } from '../../../projector/position-gate.ts';
import { publicFigures } from '../../../projector/read-models/stats/public-figures.ts';
import { SingleFlight } from '../social/single-flight.ts';

type Figures = ResponseOf<typeof getPublicFigures>;

/**
 * The figures of the program, asked for once at each position of the ledger: while the read models do not move, neither
 * does the answer, and whoever has waited for a position gets the figures at that position or later.
 */
export function createPublicFigures(
  db: Database,
  gate: Pick<PositionGate, 'position'>,
): { current(): Promise<Figures> } {
  let kept: { readonly at: LedgerPosition; readonly figures: Figures } | undefined;
  const flights = new SingleFlight<Figures>();
  return {
    async current() {
      const at = gate.position();
      if (at && kept?.at === at) return kept.figures;
      return flights.run(at ? formatPosition(at) : 'nowhere', async () => {
        const { granted, ...figures } = await publicFigures(db);
        const presented = { ...figures, granted: formatEvo(granted) };
        if (at) kept = { at, figures: presented };
        return presented;
      });
    },
  };
}
