import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Load, LoadJob } from './load-main.ts';
import type { Visible, VisibleJob } from './visible.ts';

/** The process that asks. */
export type Generator = {
  load(job: Omit<LoadJob, 'kind'>): Promise<Load>;
  rewardsUntilVisible(job: Omit<VisibleJob, 'kind'>): Promise<Visible>;
  stop(): Promise<void>;
};

/** @param worldFile the people of the ledger as JSON */
export function startGenerator(worldFile: string): Generator {
  const child = fork(join(import.meta.dirname, 'load-main.ts'), [worldFile], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const gone = ended.then(() => Promise.reject(new Error('the generator has ended')));
  gone.catch(() => undefined);
  // What comes back is the result of the job that was sent, which is one at a time.
  const run = async <Result>(job: LoadJob | VisibleJob): Promise<Result> => {
    const answer = once(child, 'message');
    child.send(job);
    const [{ result, error }] = await Promise.race([answer, gone]);
    if (error !== undefined) throw new Error(error);
    return result;
  };
  return {
    load: (job) => run({ kind: 'load', ...job }),
    rewardsUntilVisible: (job) => run({ kind: 'visible', ...job }),
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
