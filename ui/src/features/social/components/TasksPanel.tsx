import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Dashboard } from '../../../../../contracts/api/dashboard.ts';
import type { SocialTask } from '../../../../../contracts/api/social.ts';
import { formatEvo, parseSum } from '../../../../../contracts/money.ts';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { socialQuery } from '../api/social-query.ts';
import { type TaskKey, taskKey, visibleTasks } from '../model/tasks.ts';
import { TaskRow } from './TaskRow.tsx';

/** Which tasks are hidden is for the account's own flags to say; until they are there nothing is. */
export function TasksPanel({ query: dashboard }: { query: UseQueryResult<Dashboard> }) {
  const query = useQuery(socialQuery);
  const [doneNow, setDoneNow] = useState<ReadonlySet<TaskKey>>(new Set());
  return (
    <Panel
      title="Verification Tasks"
      what="your tasks"
      query={query}
      className="min-h-96"
      aside={({ tasks }) => <StillOpen tasks={tasks} />}
      skeleton={<SkeletonRows rows={5} className="h-16" />}
    >
      {({ tasks, connections }) => {
        const confirmed = new Set(
          connections.filter(({ status }) => status === 'confirmed').map(({ platform }) => platform),
        );
        const shown = visibleTasks(tasks, dashboard.data?.user, doneNow);
        if (shown.length === 0) {
          return (
            <EmptyState icon="check" title="All tasks done" next="A new post of ours brings new ones." />
          );
        }
        return (
          <>
            {confirmed.size === 0 && (
              <p className="px-5 pb-1 text-[13px] text-muted">
                Connect a platform first: its tasks open once the platform has confirmed your account.
              </p>
            )}
            <TaskList
              tasks={shown}
              isOpen={({ platform }) => confirmed.has(platform)}
              doneNow={doneNow}
              onDone={(key) => setDoneNow((done) => new Set(done).add(key))}
            />
          </>
        );
      }}
    </Panel>
  );
}

function StillOpen({ tasks }: { tasks: readonly SocialTask[] }) {
  const open = tasks.filter(({ completed }) => !completed);
  if (open.length === 0) return null;
  const total = open.reduce((sum, { reward }) => sum + parseSum(reward), 0n);
  return (
    <span className="text-[13px] text-faint">
      <Money amount={formatEvo(total)} decimals={0} tone="gold" /> to earn
    </span>
  );
}

type TaskListProps = {
  readonly tasks: readonly SocialTask[];
  readonly isOpen: (task: SocialTask) => boolean;
  readonly doneNow: ReadonlySet<TaskKey>;
  readonly onDone: (key: TaskKey) => void;
};

/** Takes the focus where a task that had it is done and gone. */
function TaskList({ tasks, isOpen, doneNow, onDone }: TaskListProps) {
  const list = useRef<HTMLUListElement>(null);
  const count = tasks.length;
  const countBefore = useRef(count);
  useEffect(() => {
    if (count < countBefore.current && document.activeElement === document.body) list.current?.focus();
    countBefore.current = count;
  }, [count]);
  return (
    <ul ref={list} tabIndex={-1} aria-label="Tasks" className="px-5 pb-3">
      {tasks.map((task) => (
        <TaskRow
          key={taskKey(task)}
          task={task}
          isOpen={isOpen(task)}
          isDone={task.completed || doneNow.has(taskKey(task))}
          onDone={() => onDone(taskKey(task))}
        />
      ))}
    </ul>
  );
}
