import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/Button.tsx';
import type { EmailQuest } from '../../../lib/dashboard/quests.ts';
import { DoneBadge, type QuestPlace, QuestRow } from './QuestRow.tsx';

type EmailRowProps = {
  readonly quest: EmailQuest;
  readonly place: QuestPlace;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  /** The form, or the wait for the link. */
  readonly children: ReactNode;
};

/** The email address as a way to earn: nothing yet, a mail on its way, or verified. */
export function EmailRow({ quest: { state, reward }, place, isOpen, onOpen, children }: EmailRowProps) {
  const isDone = state === 'done';
  const showsForm = !isDone && isOpen;
  return (
    <QuestRow
      icon="mail"
      title="Email Rewards"
      reward={reward}
      place={place}
      isDone={isDone}
      note={state === 'waiting' ? 'A link is in your mail' : 'Sign up and verify your address'}
      act={
        isDone ? (
          <DoneBadge>
            <span className="max-sm:sr-only">Verified</span>
          </DoneBadge>
        ) : (
          !showsForm && (
            <Button
              size="sm"
              aria-expanded={false}
              aria-label={state === 'waiting' ? 'Show the email that waits' : 'Sign up with an email address'}
              onClick={onOpen}
            >
              {state === 'waiting' ? 'Show' : 'Sign up'}
            </Button>
          )
        )
      }
    >
      {showsForm && children}
    </QuestRow>
  );
}
