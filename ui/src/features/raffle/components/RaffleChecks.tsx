import type { RaffleGrade } from '../../../../../contracts/raffle-grades.ts';
import { gradeTexts } from '../../../../../contracts/raffle-messages.ts';
import { Badge, type BadgeTone } from '../../../components/ui/Badge.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { PanelBoundary } from '../../../components/ui/PanelBoundary.tsx';
import { useSession } from '../../../lib/session/session.ts';
import type { RaffleView } from '../model/raffle-view.ts';
import { OwnEntry } from './OwnEntry.tsx';
import { VerifyDraw } from './VerifyDraw.tsx';

const gradeTones: Readonly<Record<RaffleGrade, BadgeTone>> = {
  drand: 'success',
  other_beacon: 'neutral',
  block: 'info',
  seed: 'neutral',
};

/** What anybody can check of a draw, in one press, and the reader's own part in it. */
export function RaffleChecks({ view }: { readonly view: RaffleView }) {
  const { raffleId, grade } = view;
  const session = useSession();
  return (
    <>
      <Card aria-labelledby="verify-title" className="min-w-0">
        <CardHeader
          id="verify-title"
          title="Provably fair"
          aside={<Badge tone={gradeTones[grade]}>{gradeTexts[grade].name}</Badge>}
        />
        <div className="px-5 pt-1 pb-5">
          <PanelBoundary what="the proof" of={view} className="border-0">
            <VerifyDraw view={view} />
          </PanelBoundary>
        </div>
      </Card>
      <Card aria-labelledby="entry-title" className="min-w-0">
        <CardHeader id="entry-title" title="Your entry" />
        <div className="px-5 pt-1 pb-5">
          {session.status === 'signedIn' ? (
            <PanelBoundary what="your entry" of={raffleId} className="border-0">
              <OwnEntry raffleId={raffleId} userId={session.session.userId} />
            </PanelBoundary>
          ) : (
            <p className="text-sm text-muted">
              Connect your wallet to see your own entry in this draw, with the proof that it took part.
            </p>
          )}
        </div>
      </Card>
    </>
  );
}
