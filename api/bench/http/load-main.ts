import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import type { Target } from './call.ts';
import { createLanes, type LaneName } from './lanes.ts';
import { rewardsUntilVisible, type VisibleJob } from './visible.ts';
import type { World } from './world.ts';

/** A turn of one lane at one target. */
export type LoadJob = {
  readonly kind: 'load';
  readonly lane: LaneName;
  readonly target: Target;
  readonly inFlight: number;
  readonly seconds: number;
  /** Acts at the most, where accounts are used up by them. */
  readonly most: number | undefined;
};

/** Times in milliseconds. */
export type Load = {
  readonly acts: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** Of the answers, with their heads. */
  readonly bytes: number;
};

// The generator: a process of its own, so that who asks does not slow who answers.
const world: World = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
/** By target and lane, because what one program has done the other has not. */
const lanes = new Map<string, ReturnType<typeof createLanes>>();
const agents = new Map<number, Agent>();

process.on('message', (job: LoadJob | VisibleJob) => {
  const agent = agents.get(job.target.port) ?? new Agent({ keepAlive: true, maxSockets: 1_000 });
  agents.set(job.target.port, agent);
  const next = lanes.get(job.target.origin) ?? createLanes(world);
  lanes.set(job.target.origin, next);
  const done =
    job.kind === 'load' ? load(job, agent, next) : rewardsUntilVisible(job, agent, () => next('reward'));
  done.then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));

async function load(
  { lane, target, inFlight, seconds, most }: LoadJob,
  agent: Agent,
  next: ReturnType<typeof createLanes>,
): Promise<Load> {
  const times: number[] = [];
  const began = performance.now();
  const end = began + seconds * 1_000;
  const before = bytesOf(agent);
  let begun = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (let at = performance.now(); at < end && begun < (most ?? Infinity); ) {
        begun += 1;
        await next(lane)(agent, target);
        const after = performance.now();
        times.push(after - at);
        at = after;
      }
    }),
  );
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return {
    acts: sorted.length,
    seconds: (performance.now() - began) / 1_000,
    p50: at(0.5),
    p99: at(0.99),
    bytes: bytesOf(agent) - before,
  };
}

function bytesOf(agent: Agent): number {
  const open = [...Object.values(agent.sockets), ...Object.values(agent.freeSockets)].flat();
  return open.reduce((sum, socket) => sum + (socket?.bytesRead ?? 0), 0);
}
