import type { ResponseOf } from '../../../../contracts/api/endpoint.ts';
import type { getSocial, SocialConnection, SocialTask } from '../../../../contracts/api/social.ts';
import type { User } from '../../../../contracts/api/user.ts';
import { EMAIL_VERIFIED_TOTAL } from '../../../../contracts/constants.ts';
import { formatEvo, parseSum } from '../../../../contracts/money.ts';
import { platformNames } from '../../../../contracts/shell-messages.ts';
import type { QuestId } from './asked-quest.ts';

/**
 * `open`: can be done now. `waiting`: was begun, and somebody else has to go on (a mail on its way). `locked`: another
 * one comes first. `unavailable`: this site cannot ask the platform. `done`: paid.
 */
export type QuestState = 'open' | 'waiting' | 'locked' | 'unavailable' | 'done';

type Common = { readonly id: QuestId; readonly reward: string; readonly state: QuestState };
export type ConnectQuest = Common & { readonly kind: 'connect'; readonly connection: SocialConnection };
export type TaskQuest = Common & { readonly kind: 'task'; readonly task: SocialTask };
export type EmailQuest = Common & { readonly kind: 'email' };
/** One way to earn that pays once. */
export type Quest = ConnectQuest | TaskQuest | EmailQuest;

type Social = ResponseOf<typeof getSocial>;

/**
 * Every way to earn that pays once: each platform with its tasks, then the email address, also where that was paid and
 * erased: given anew it pays nothing.
 */
export function questsOf(
  user: Pick<User, 'email' | 'isEmailVerified' | 'isEmailRewarded'>,
  social: Social,
): readonly Quest[] {
  const isPaidBefore = user.isEmailRewarded && !user.isEmailVerified;
  return [
    ...social.connections.flatMap((connection) => [
      connectQuest(connection),
      ...social.tasks
        .filter(({ platform }) => platform === connection.platform)
        .map((task) => taskQuest(task, connection)),
    ]),
    {
      kind: 'email',
      id: 'email',
      reward: isPaidBefore ? '0' : EMAIL_VERIFIED_TOTAL,
      state: user.isEmailVerified ? 'done' : user.email === null ? 'open' : 'waiting',
    },
  ];
}

/** One that expired was paid; connecting it again is asked for where its tasks are. */
export const isPaid = ({ status }: SocialConnection): boolean =>
  status === 'confirmed' || status === 'expired';

function connectQuest(connection: SocialConnection): ConnectQuest {
  const { platform, reward, verifier } = connection;
  return {
    kind: 'connect',
    id: `connect:${platform}`,
    connection,
    reward,
    state: isPaid(connection) ? 'done' : verifier === 'none' ? 'unavailable' : 'open',
  };
}

function taskQuest(task: SocialTask, { status, verifier }: SocialConnection): TaskQuest {
  const open = verifier === 'none' ? 'unavailable' : 'locked';
  return {
    kind: 'task',
    id: `task:${task.platform}:${task.taskType}`,
    task,
    reward: task.reward,
    state: task.completed ? 'done' : status === 'confirmed' ? 'open' : open,
  };
}

export type QuestPath = {
  /** The one to do now: the first that is open, or else waits; of those that pay. */
  readonly next: Quest | undefined;
  readonly done: number;
  /** Of those that can be done on this site. */
  readonly total: number;
  /** EVO that they still pay together. */
  readonly toEarn: string;
};

export function pathOf(quests: readonly Quest[]): QuestPath {
  const possible = quests.filter(({ state }) => state !== 'unavailable');
  const done = possible.filter(({ state }) => state === 'done');
  const open = possible.filter(({ state }) => state !== 'done');
  const paying = open.filter(({ reward }) => reward !== '0');
  return {
    next: paying.find(({ state }) => state === 'open') ?? paying.find(({ state }) => state === 'waiting'),
    done: done.length,
    total: possible.length,
    toEarn: formatEvo(open.reduce((sum, { reward }) => sum + parseSum(reward), 0n)),
  };
}

const order: Record<QuestState, number> = { open: 0, waiting: 0, done: 0, locked: 1, unavailable: 2 };

/** What can be done now comes first, and all that is alike stays in its order. */
export const byOpenness = (quests: readonly Quest[]): readonly Quest[] =>
  quests.toSorted((a, b) => order[a.state] - order[b.state]);

/** A quest in a few words, for a button that leads to it. */
export function questName(quest: Quest): string {
  switch (quest.kind) {
    case 'connect':
      return `Connect ${platformNames[quest.connection.platform]}`;
    case 'email':
      return 'Verify your email';
    case 'task':
      return `${taskVerbs[quest.task.taskType]} ${platformNames[quest.task.platform]}`;
  }
}

const taskVerbs: Readonly<Record<SocialTask['taskType'], string>> = {
  follow: 'Follow us on',
  like: 'Like our post on',
  retweet: 'Retweet our post on',
  subscribe: 'Subscribe on',
};
