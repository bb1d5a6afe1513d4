import type { RaffleGrade } from '../../../../../contracts/raffle-grades.ts';
import { gradeTexts } from '../../../../../contracts/raffle-messages.ts';
import { Badge, type BadgeTone } from '../../../components/ui/Badge.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { PanelBoundary } from '../../../components/ui/PanelBoundary.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useSession } from '../../../lib/session/session.ts';
import type { RaffleView } from '../model/raffle-view.ts';
import { VerifyDraw } from './VerifyDraw.tsx';

const OwnEntry = lazyPart(
  () => import('./OwnEntry.tsx'),
  ({ OwnEntry }) => OwnEntry,
  <Skeleton className="h-16" />,
);

const gradeTones: Readonly<Record<RaffleGrade, BadgeTone>> = {
  drand: 'success',
  other_beacon: 'neutral',
  block: 'info',
  seed: 'neutral',
};

/** What anybody can check of a draw, in one press. */
export function RaffleChecks({ view }: { readonly view: RaffleView }) {
  const { grade } = view;
  return (
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
  );
}

/** The reader's own part in a draw. */
export function OwnPart({ raffleId }: { readonly raffleId: string }) {
  const session = useSession();
  return (
    <Card aria-labelledby="entry-title" className="min-w-0">
      <CardHeader id="entry-title" title="Your entry" />
      <div className="px-5 pt-1 pb-5">
        {session.status === 'signedIn' ? (
          // As high as an entry is: nothing below jumps when it has come.
          <div className="min-h-33">
            <PanelBoundary what="your entry" of={raffleId} className="border-0">
              {/* What one account has checked is nothing of the next one. */}
              <OwnEntry key={session.session.userId} raffleId={raffleId} userId={session.session.userId} />
            </PanelBoundary>
          </div>
        ) : (
          <p className="text-sm text-muted">
            Connect your wallet to see your own entry in this draw, with the proof that it took part.
          </p>
        )}
      </div>
    </Card>
  );
}
