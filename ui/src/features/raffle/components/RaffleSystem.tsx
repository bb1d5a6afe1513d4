import { useRef, useState } from 'react';
import type { RequestOf } from '../../../../../contracts/api/endpoint.ts';
import { startRaffle } from '../../../../../contracts/api/raffle.ts';
import { HEADERS } from '../../../../../contracts/constants.ts';
import { raffleToasts } from '../../../../../contracts/raffle-toasts.ts';
import { errorToasts } from '../../../../../contracts/toasts.ts';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { adminStatsQuery, refreshAfterAct } from '../../../lib/admin/admin-queries.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { bringIntoView } from '../../../lib/bring-into-view.ts';
import { useFormDraft } from '../../../lib/draft/use-draft.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { useOwnAddress } from '../../../lib/use-own-address.ts';
import { useIsThere } from '../../../lib/use-while-there.ts';
import { emptyForm, type RaffleForm as Form, raffleForm, requestOf } from '../model/raffle-form.ts';
import { type RaffleView, totalOf } from '../model/raffle-view.ts';
import { LIVE_DRAW } from '../model/show.ts';
import { DrawnRaffleShow } from './DrawnRaffleShow.tsx';
import { PictureButtons } from './PictureButtons.tsx';
import { RaffleForm } from './RaffleForm.tsx';
import { RaffleList } from './RaffleList.tsx';
import { RafflePreview } from './RafflePreview.tsx';
import { RaffleResults } from './RaffleResults.tsx';

/** The raffle tab of the admin panel: the form, the draw, and the prizes of the raffle that is chosen. */
export function RaffleSystem() {
  const [query, setQuery] = useOwnAddress();
  const stats = useQuery(adminStatsQuery);
  const [form, setForm, forgetDraft] = useFormDraft<Form>('raffle', emptyForm, raffleForm);
  const [shown, setShown] = useState<RaffleView>();
  const [asked, setAsked] = useState<RequestOf<typeof startRaffle>>();
  /** What the draw that was confirmed last was shown to be. */
  const shownNumber = useRef(0);
  const isThere = useIsThere();
  const results = useRef<HTMLDivElement>(null);
  const start = useCommand(
    startRaffle,
    ({ raffleId, number, winners, drawnAt, grade, message }) => {
      setAsked(undefined);
      if (raffleId === null) return;
      if (drawnAt === null) {
        showToast({ ...raffleToasts.raffleWaits, description: message });
        forgetSent();
        choose(raffleId);
        return refreshAfterAct();
      }
      // Who is elsewhere by then sees no show.
      if (!isThere()) showToast({ ...raffleToasts.raffleDrawn, description: message });
      setShown({
        raffleId,
        number,
        winners,
        useTieredRewards: start.variables?.useTieredRewards === true,
        completedAt: drawnAt,
        grade,
      });
      forgetSent();
      choose(undefined);
      return refreshAfterAct();
    },
    {},
    (error) => {
      setAsked(undefined);
      showError(errorToasts.raffleFailed(errorText(error)));
    },
    () => ({ [HEADERS.raffleNumber]: String(shownNumber.current) }),
  );

  /** What was typed while it was drawn is another one. */
  function forgetSent(): void {
    if (JSON.stringify(requestOf(form)) === JSON.stringify(start.variables)) forgetDraft(form);
  }

  function choose(raffleId: string | undefined): void {
    setQuery({ tab: 'raffle', ...(raffleId && { raffle: raffleId }) }, { replace: true });
  }

  /** Chosen in the list, which stands below what it shows, or beside the end of that. */
  function showChosen(raffleId: string): void {
    choose(raffleId);
    bringIntoView(results.current);
  }

  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[5fr_7fr] lg:grid-rows-[auto_1fr]">
      <Card aria-labelledby="raffle-title">
        <CardHeader id="raffle-title" title="Raffle System" />
        <div className="px-5 pt-1 pb-5">
          <RaffleForm
            eligible={stats.data?.verifiedEmails}
            pending={start.isPending}
            form={form}
            onChange={setForm}
            onStart={() => setAsked(requestOf(form))}
          />
        </div>
      </Card>
      <div ref={results} className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <RaffleResults raffleId={query.get('raffle') ?? undefined} onReplay={setShown} onPaying={choose} />
      </div>
      <div className="min-w-0">
        <RaffleList chosen={query.get('raffle') ?? undefined} onChoose={showChosen} />
      </div>
      {asked && (
        <RafflePreview
          request={asked}
          pending={start.isPending}
          signing={start.isSigning}
          mayBeDrawn={start.mayBeDone(asked)}
          onDraw={(number) => {
            shownNumber.current = number;
            start.mutate(asked);
          }}
          onClose={() => {
            start.withdraw();
            setAsked(undefined);
          }}
        />
      )}
      {shown && (
        <DrawnRaffleShow
          key={shown.raffleId}
          title="LIVE RAFFLE DRAW"
          raffle={shown}
          times={LIVE_DRAW}
          closeLabel="Close Raffle Results"
          onClose={() => setShown(undefined)}
          actions={
            <PictureButtons
              raffle={{ ...shown, total: totalOf(shown.winners) }}
              label="Generate Share Image"
            />
          }
        />
      )}
    </div>
  );
}
