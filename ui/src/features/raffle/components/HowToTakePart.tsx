import { nextDrawTexts } from '../../../../../contracts/raffle-page-messages.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useSession } from '../../../lib/session/session.ts';
import { openConnectDialog } from '../../../lib/wallet/connect-dialog.ts';
import { TakePartStep } from './TakePartStep.tsx';

const { steps } = nextDrawTexts;

const stepsToDo = (
  <>
    <TakePartStep number={2} text={steps.verify} isDone={false} />
    <TakePartStep number={3} text={steps.wait} isDone={false} />
  </>
);

/** A visitor, who has no account to ask about, never loads it. */
const OwnSteps = lazyPart(
  () => import('./OwnSteps.tsx'),
  ({ OwnSteps }) => OwnSteps,
  stepsToDo,
);

type HowToTakePartProps = {
  /** The raffle that is drawn next, where its entries are fixed already. */
  readonly frozenId: string | undefined;
};

/** The way into every draw, and how far the reader has come. */
export function HowToTakePart({ frozenId }: HowToTakePartProps) {
  const session = useSession();
  const userId = session.status === 'signedIn' ? session.session.userId : undefined;
  return (
    <section aria-labelledby="how-to-title" className="grid gap-2">
      <h3 id="how-to-title" className="text-note font-medium text-muted">
        {nextDrawTexts.howTo}
      </h3>
      <ol className="grid gap-1">
        <TakePartStep number={1} text={steps.connect} isDone={userId !== undefined}>
          {session.status === 'signedOut' && (
            <Button size="sm" aria-label="Connect Wallet to take part" onClick={openConnectDialog}>
              {nextDrawTexts.connect}
            </Button>
          )}
        </TakePartStep>
        {userId === undefined ? stepsToDo : <OwnSteps userId={userId} frozenId={frozenId} />}
      </ol>
    </section>
  );
}
