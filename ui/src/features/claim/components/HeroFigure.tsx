import type { ReactNode } from 'react';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { displayEvo } from '../../../../../contracts/money.ts';
import { emsOf, Fitted } from '../../../components/ui/Fitted.tsx';

/** The line of acts under the figure. */
/** As high as what stands in the way of a claim needs. */
export const actsClass = 'flex min-h-17 flex-wrap items-center gap-x-4 gap-y-3';

type HeroFigureProps = {
  readonly title: ReactNode;
  readonly mark?: ReactNode;
  /** Base units, for the size: millions of EVO still fit a phone. */
  readonly shown: bigint;
  readonly children: ReactNode;
};

/** The one large figure of the page. */
export function HeroFigure({ title, mark, shown, children }: HeroFigureProps) {
  const { length } = displayEvo(shown, DECIMALS.claimButton);
  return (
    <div>
      <div className="flex min-h-6 items-center gap-2.5">
        <h2 id="claim-title" className="flex items-center gap-2 text-lead font-medium text-muted">
          {title}
        </h2>
        {mark}
      </div>
      <Fitted
        ems={emsOf(length, { tracking: -0.045, unit: true })}
        className="mt-1 leading-none font-semibold tracking-[-0.045em] [--most:2.75rem] sm:[--most:3.75rem]"
      >
        {children}
      </Fitted>
    </div>
  );
}
