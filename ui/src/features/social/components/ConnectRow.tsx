import { useState } from 'react';
import { MESSAGE_CODE_MS } from '../../../../../contracts/constants.ts';
import { platformNames } from '../../../../../contracts/messages.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Button } from '../../../components/ui/Button.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import type { ConnectQuest } from '../../../lib/dashboard/quests.ts';
import { socialQuery } from '../../../lib/dashboard/social-query.ts';
import { useIsPast } from '../../../lib/use-is-past.ts';
import { useConnectSocial } from '../api/use-connect-social.ts';
import { connectLabels, HandleForm } from './HandleForm.tsx';
import { ProofStep } from './ProofStep.tsx';
import { DoneBadge, type QuestPlace, QuestRow } from './QuestRow.tsx';

type ConnectRowProps = {
  readonly quest: ConnectQuest;
  readonly place: QuestPlace;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
};

/**
 * One platform: nothing yet, a handle that is only typed, an account that the platform confirmed, or one that it
 * confirmed and no longer lets us ask about. Once its handle is erased the row begins anew: nothing in it names it.
 */
export function ConnectRow(props: ConnectRowProps) {
  const { handle } = props.quest.connection;
  const [known, setKnown] = useState(handle);
  const [erasures, setErasures] = useState(0);
  if (known !== handle) {
    setKnown(handle);
    if (handle === null) setErasures(erasures + 1);
  }
  return <Row key={erasures} {...props} />;
}

/** Milliseconds between two looks whether the code that stands here has come. */
const LOOK_EVERY_MS = 10_000;

/** Who comes back from where they have sent the code sees what came of it: no answer of this page tells of that. */
function useLooks(until: number): void {
  useQuery({
    ...socialQuery,
    enabled: until > 0,
    refetchInterval: () => (Date.now() < until ? LOOK_EVERY_MS : false),
  });
}

function Row({ quest: { connection }, place, isOpen, onOpen }: ConnectRowProps) {
  const { platform, status, handle, reward } = connection;
  const { connect, isPending, error, forgetError, answer, sentAt } = useConnectSocial();
  const isAwaited = status === 'unproven' && !connection.refusal && answer?.messageCode != null;
  const goodUntil = sentAt + MESSAGE_CODE_MS;
  useLooks(isAwaited ? goodUntil : 0);
  const isCodeOver = useIsPast(isAwaited ? new Date(goodUntil).toISOString() : null);
  const name = platformNames[platform];
  const isConfirmed = status === 'confirmed';
  // A line that came with the answer would move the rows below.
  const [hadHandle] = useState(handle !== null);
  const showsForm = !isConfirmed && (isOpen || answer !== undefined);
  // Confirmed a moment ago there is none: until the page has read it, everything stays where it is.
  const nextStep = answer?.status === 'unproven' || answer?.authorizeUrl ? answer : undefined;
  const body = isConfirmed ? (
    // As high as the form that stood here: nothing below moves because something went well.
    answer && <p className="line-clamp-2 h-10 text-note text-muted">{!nextStep && answer.message}</p>
  ) : showsForm ? (
    <>
      <ProofStep connection={connection} answer={nextStep} isCodeOver={isCodeOver} />
      <HandleForm
        connection={connection}
        isPending={isPending}
        error={error ? errorText(error) : undefined}
        forgetError={forgetError}
        onConnect={(typed, named) => connect({ platform, handle: typed }, named)}
      />
    </>
  ) : undefined;
  return (
    <QuestRow
      icon={platform}
      title={`Connect ${name}`}
      reward={reward}
      place={place}
      isDone={isConfirmed}
      note={hadHandle && `@${handle}`}
      act={
        <>
          {isConfirmed && (
            <DoneBadge>
              {/* Beside a title there is no room for it on a phone: below it, it would move the rows below. */}
              <span className="max-sm:sr-only">Connected</span>
            </DoneBadge>
          )}
          {status === 'unproven' && (
            <Badge tone="info" title={`${name} has not confirmed this account`}>
              Unproven
            </Badge>
          )}
          {status === 'expired' && <Badge tone="info">Expired</Badge>}
          {!isConfirmed && !showsForm && (
            <Button
              size="sm"
              aria-expanded={false}
              aria-label={`${connectLabels[status]} ${name}`}
              onClick={onOpen}
            >
              {connectLabels[status]}
            </Button>
          )}
        </>
      }
    >
      {body}
    </QuestRow>
  );
}
