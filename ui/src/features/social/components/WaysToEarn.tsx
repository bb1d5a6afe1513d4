import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Dashboard } from '../../../../../contracts/api/dashboard.ts';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import type { getSocial } from '../../../../../contracts/api/social.ts';
import { TWITTER_POSTS_REFRESH_MS } from '../../../../../contracts/constants.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Meter } from '../../../components/ui/Meter.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { Skeleton, SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { type AskedQuest, type QuestId, useAskedQuest } from '../../../lib/dashboard/asked-quest.ts';
import { refreshFigures } from '../../../lib/dashboard/dashboard-query.ts';
import { byOpenness, pathOf, type Quest, type QuestPath, questsOf } from '../../../lib/dashboard/quests.ts';
import { socialQuery } from '../../../lib/dashboard/social-query.ts';
import { doneElsewhere } from '../model/done-elsewhere.ts';
import { hiddenQuests, isLapsed } from '../model/tasks.ts';
import { ConnectRow } from './ConnectRow.tsx';
import { EmailRow } from './EmailRow.tsx';
import { FinishedQuests } from './FinishedQuests.tsx';
import { TaskRow } from './TaskRow.tsx';

type Social = ResponseOf<typeof getSocial>;

type WaysToEarnProps = {
  readonly query: UseQueryResult<Dashboard>;
  /** What can be done every day. */
  readonly daily: (data: Dashboard) => ReactNode;
  /** The form for an email address, or the wait for its link. */
  readonly emailSignup: (data: Dashboard) => ReactNode;
};

/** Every way to earn, what can be done now first, with the one to do next opened. */
export function WaysToEarn({ query: dashboard, daily, emailSignup }: WaysToEarnProps) {
  // Tasks are about our newest posts, and those change while the page is open.
  const query = useQuery({ ...socialQuery, refetchInterval: TWITTER_POSTS_REFRESH_MS });
  useFiguresOf(dashboard, query);
  return (
    <Panel
      title="Ways to earn"
      what="the ways to earn"
      query={query}
      aside={({ connections }) =>
        connections.some(({ verifier }) => verifier === 'demo') && (
          <Badge title="A local trial: no platform is asked">Demo verifier</Badge>
        )
      }
      skeleton={<WaysSkeleton />}
    >
      {(social) => {
        if (!dashboard.data) return <WaysSkeleton />;
        const quests = questsOf(dashboard.data.user, social);
        return (
          <>
            <Path path={pathOf(quests)} />
            <div className="px-5 pb-3">{daily(dashboard.data)}</div>
            <Quests quests={quests} user={dashboard.data.user} emailSignup={emailSignup(dashboard.data)} />
            {social.connections.some(({ verifier }) => verifier === 'demo') && (
              <p className="mt-auto border-t border-line px-5 py-3 text-xs text-muted">
                The demo verifier takes every handle at its word. It exists only on a local trial; anywhere
                else the platform itself has to confirm the account.
              </p>
            )}
          </>
        );
      }}
    </Panel>
  );
}

/** Once for each look at the platforms: read models that are behind have it by the next one. */
function useFiguresOf(dashboard: UseQueryResult<Dashboard>, social: UseQueryResult<Social>): void {
  const askedAt = useRef(0);
  const isAsking = dashboard.isFetching || social.isFetching;
  const isBehind =
    !isAsking && dashboard.data && social.data && doneElsewhere(dashboard.data.user, social.data).length > 0;
  const { dataUpdatedAt } = social;
  useEffect(() => {
    if (!isBehind || askedAt.current === dataUpdatedAt) return;
    askedAt.current = dataUpdatedAt;
    void refreshFigures();
  }, [isBehind, dataUpdatedAt]);
}

function Path({ path: { done, total, toEarn } }: { path: QuestPath }) {
  const text = `${done} of ${total} ways to earn done`;
  return (
    <div className="px-5 pb-4">
      <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-note text-muted">
        <span>{text}</span>
        {toEarn !== '0' && (
          <span>
            <Money amount={toEarn} decimals={0} tone="gold" /> to earn
          </span>
        )}
      </p>
      <Meter label="Ways to earn" value={done} of={total} text={text} />
    </div>
  );
}

type QuestsProps = {
  readonly quests: readonly Quest[];
  readonly user: Dashboard['user'];
  readonly emailSignup: ReactNode;
};

function Quests({ quests, user, emailSignup }: QuestsProps) {
  const wish = useAskedQuest();
  const asked = wish && askedOf(quests, wish);
  const { next } = pathOf(quests);
  // Who is there for long sees every row where it was: the order, and what is hidden, are those of the first look.
  const [order] = useState(() => byOpenness(quests).map(({ id }) => id));
  const [hidden] = useState(() => hiddenQuests(quests, user));
  const [opened, setOpened] = useState<ReadonlySet<QuestId>>(() => new Set(next ? [next.id] : []));
  const [verified, setVerified] = useState<ReadonlySet<QuestId>>(new Set());
  useEffect(() => {
    if (asked) setOpened((before) => new Set(before).add(asked));
  }, [asked]);

  // What was done before and was taken back, by an erasure or by a platform, can be done again.
  const isShown = (quest: Quest) =>
    !hidden.has(quest.id) || isLapsed(quest) || (quest.kind !== 'task' && !isDone(quest));
  const shown = quests.filter(isShown).toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  const finished = quests.filter((quest) => isDone(quest) && !isShown(quest));

  function rowOf(quest: Quest): ReactNode {
    const place = { isNext: quest.id === next?.id, isAsked: asked === quest.id && opened.has(quest.id) };
    const opening = {
      isOpen: opened.has(quest.id),
      onOpen: () => setOpened((before) => new Set(before).add(quest.id)),
    };
    switch (quest.kind) {
      case 'connect':
        return <ConnectRow key={quest.id} quest={quest} place={place} {...opening} />;
      case 'email':
        return (
          <EmailRow key={quest.id} quest={quest} place={place} {...opening}>
            {emailSignup}
          </EmailRow>
        );
      case 'task':
        return (
          <TaskRow
            key={quest.id}
            quest={quest}
            place={place}
            isDone={isDone(quest) || verified.has(quest.id)}
            onDone={() => setVerified((before) => new Set(before).add(quest.id))}
          />
        );
    }
  }

  return (
    <>
      {shown.length > 0 ? (
        <ul aria-label="Ways to earn" className="border-t border-line">
          {shown.map(rowOf)}
        </ul>
      ) : (
        <p className="border-t border-line px-5 py-4 text-sm text-muted">
          All done: each of these pays once. The daily check-in goes on paying every day.
        </p>
      )}
      {finished.length > 0 && <FinishedQuests quests={finished} />}
    </>
  );
}

function askedOf(quests: readonly Quest[], { id }: AskedQuest): QuestId | undefined {
  if (id !== 'connect') return id;
  const platforms = quests.filter(({ kind }) => kind === 'connect');
  return (platforms.find(({ state }) => state === 'open') ?? platforms[0])?.id;
}

const isDone = ({ state }: Quest): boolean => state === 'done';

function WaysSkeleton() {
  return (
    <>
      <Skeleton className="mx-5 mb-4 h-7" />
      <Skeleton className="mx-5 mb-3 h-44 sm:h-20" />
      <SkeletonRows rows={9} className="h-20 sm:h-14" />
    </>
  );
}
