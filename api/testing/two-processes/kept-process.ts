import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from '../../../ledger/testing/program-environment.ts';
import type { AdaptiveLimit } from '../adaptive-limit.ts';

/** A program that is started again whenever it ends, as an orchestrator does it. */
export type KeptProcess = {
  readonly name: string;
  /** Where it answers; undefined while it is not up. */
  url(): string | undefined;
  /** `kill -9`, if it runs. */
  kill(): void;
  /** How often it was killed, and how often it ended by itself: where a store was out of reach at its start. */
  kills(): number;
  endings(): number;
  /** What its log says of a request; the log comes some time after the answer. The newest 5,000 lines are kept. */
  explained(requestId: string): Promise<string>;
  /** Ends it for good. */
  stop(): Promise<void>;
  /** Whether it has stood still at any time since a moment (of `performance.now()`): then it answered nobody. */
  stoodStillSince?(moment: number): boolean;
  /** Through which requests go, where not all go at once. */
  readonly limit?: AdaptiveLimit;
};

/** One that is not the test's to end: a site behind a proxy, or nobody. */
export function notKept(
  name: string,
  url: KeptProcess['url'],
  explained: KeptProcess['explained'] = async () => '',
): KeptProcess {
  return {
    ...{ name, url, explained },
    kill: () => undefined,
    kills: () => 0,
    endings: () => 0,
    stop: async () => undefined,
  };
}

/** A program of its own on this machine. */
export type KeptProgram = KeptProcess & {
  /** Undefined while it is not up. */
  pid(): number | undefined;
  /** SIGSTOP: it stands still and keeps all that it holds, until SIGCONT. */
  freeze(): void;
  thaw(): void;
  /** SIGTERM, for good; resolves with its exit code once it has ended by itself. */
  terminate(): Promise<number | null>;
  /** Lines of its log that hold the text, of the newest 5,000. */
  logged(text: string): readonly string[];
};

/** Milliseconds before a program that ended is started again. */
const RESTART_MS = 200;
const LOG_LINES = 5_000;
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * @param ready finds in a line of standard output where the program answers; without, it counts as up once it runs
 */
export function keepRunning(options: {
  readonly name: string;
  /** The file, from the root of the repository. */
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  readonly ready?: RegExp;
  /** Where it answers, where it says the address of a site instead. */
  readonly address?: string;
  /** The folder of another release; this one's unless given. */
  readonly root?: string;
  /** Of Node, before the file. */
  readonly nodeOptions?: readonly string[];
}): KeptProgram {
  const { name, program, env, ready, address, root = ROOT, nodeOptions = [] } = options;
  const file = join(root, program);
  const log: string[] = [];
  let child: ChildProcess | undefined;
  let url: string | undefined;
  let kills = 0;
  let endings = 0;
  let stopping = false;
  let isFrozen = false;
  let thawedAt = Number.NEGATIVE_INFINITY;

  async function runOnce(): Promise<void> {
    const started = spawn(process.execPath, [...nodeOptions, file], {
      cwd: root,
      env: { ...programEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    const gone = once(started, 'exit');
    createInterface({ input: started.stdout }).on('line', (line) => {
      const found = ready?.exec(line)?.[1];
      if (child === started && found) url = address ?? found;
    });
    createInterface({ input: started.stderr }).on('line', (line) => {
      log.push(line);
      if (log.length > LOG_LINES) log.shift();
    });
    await gone;
    child = undefined;
    url = undefined;
    if (started.signalCode !== 'SIGKILL') endings += 1;
  }

  const ended = (async () => {
    while (!stopping) {
      await runOnce();
      if (!stopping) await sleep(RESTART_MS);
    }
  })();

  const kill = () => {
    url = undefined;
    child?.kill('SIGKILL');
  };
  return {
    name,
    url: () => url,
    pid: () => child?.pid,
    freeze() {
      isFrozen = true;
      child?.kill('SIGSTOP');
    },
    thaw() {
      isFrozen = false;
      thawedAt = performance.now();
      child?.kill('SIGCONT');
    },
    stoodStillSince: (moment) => isFrozen || thawedAt >= moment,
    async terminate() {
      stopping = true;
      const leaving = child;
      leaving?.kill('SIGTERM');
      await ended;
      return leaving?.exitCode ?? null;
    },
    logged: (text) => log.filter((line) => line.includes(text)),
    kill() {
      if (child) kills += 1;
      kill();
    },
    kills: () => kills,
    endings: () => endings,
    async explained(requestId) {
      for (let tries = 0; tries < 50; tries++) {
        const lines = log.filter((line) => line.includes(requestId));
        if (lines.length > 0) return lines.join('\n');
        await sleep(100);
      }
      return `the log says nothing of ${requestId}`;
    },
    async stop() {
      stopping = true;
      kill();
      await ended;
    },
  };
}
