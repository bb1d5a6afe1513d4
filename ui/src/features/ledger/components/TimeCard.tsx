import { useRef } from 'react';
import { Button } from '../../../components/ui/Button.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { Spinner } from '../../../components/ui/Spinner.tsx';
import type { LedgerAt } from '../api/ledger-queries.ts';
import { dayBefore, stretchOf } from '../model/moment.ts';
import { count, eventsText } from '../model/seal-standing.ts';
import type { Moment } from '../model/use-moment.ts';
import { MomentSlider } from './MomentSlider.tsx';

type TimeCardProps = {
  readonly moment: Moment;
  /** The earlier of two moments, where somebody compares. */
  readonly since: Moment;
  readonly shown: LedgerAt | undefined;
  readonly isAsking: boolean;
};

/** Goes back in the ledger, and compares what was with what is. */
export function TimeCard({ moment, since, shown, isAsking }: TimeCardProps) {
  const stretch = stretchOf(shown?.range ?? null);
  const isComparing = since.asked !== undefined;
  const isBeforeAll = moment.asked !== undefined && shown?.place.occurredAt === null;
  const time = moment.time ?? timeShown(moment, shown);
  const card = useRef<HTMLElement>(null);

  /** The button goes; the keyboard goes on at the hand. */
  function goToNow(): void {
    moment.go(undefined);
    card.current?.querySelector<HTMLElement>('input[type=range]')?.focus({ preventScroll: true });
  }

  return (
    <Card ref={card} aria-labelledby="moment-title" className="min-h-50 min-w-0 sm:min-h-44">
      <CardHeader
        id="moment-title"
        title="The books at any moment"
        aside={
          <span className="flex items-center gap-3">
            {isAsking && <Spinner className="text-muted" />}
            {moment.asked !== undefined && (
              <Button size="sm" onClick={goToNow}>
                Back to now
              </Button>
            )}
          </span>
        }
      />
      <div className="grid gap-4 px-5 pt-1 pb-5">
        {stretch ? (
          <>
            <MomentSlider label="Moment" time={time} stretch={stretch} onMove={moment.move} />
            <label className="flex min-h-6 items-center gap-2.5 justify-self-start text-sm">
              <input
                type="checkbox"
                className="touch-area size-5"
                checked={isComparing}
                onChange={({ target }) =>
                  since.go(target.checked ? dayBefore(stretch, time, isBeforeAll) : undefined)
                }
              />
              Compare with an earlier moment
            </label>
            {isComparing && (
              <MomentSlider
                label="Earlier moment"
                time={since.time}
                stretch={stretch}
                onMove={(time) => since.move(time ?? stretch.to)}
              />
            )}
          </>
        ) : null}
        <p role="status" className="min-h-5 text-note text-muted">
          {shown && placeText(shown)}
        </p>
      </div>
    </Card>
  );
}

/** Of a moment that is a position: when its event was; before the first one where the ledger begins. */
function timeShown(moment: Moment, shown: LedgerAt | undefined): number | undefined {
  if (moment.isMoving || moment.asked === undefined) return undefined;
  const time = shown?.place.occurredAt ?? shown?.range?.from;
  return time === undefined ? undefined : Date.parse(time);
}

function placeText({ place, range }: LedgerAt): string {
  if (!range) return 'The ledger is empty: there is no moment to go back to yet.';
  if (!place.occurredAt) return `Before the first of ${eventsText(range.events)}.`;
  const when = new Date(place.occurredAt).toLocaleString();
  return `After ${count(place.events)} of ${eventsText(range.events)}; the last one was recorded on ${when}.`;
}
