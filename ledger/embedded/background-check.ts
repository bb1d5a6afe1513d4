import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Finding } from './check-process.ts';

export type Findings = {
  /** Told what is not as it was written. */
  readonly onDamage: (problem: string) => void;
  /** Told why the file was not read to its end (a lock, too many open files), which says nothing about what it holds. */
  readonly onTrouble: (reason: string) => void;
};

export type BackgroundCheck = {
  /** Of its process; undefined where none could be started. */
  readonly pid: number | undefined;
  /** Resolves when it has come to its end, or was ended. */
  readonly ended: Promise<void>;
  /** Ends it, wherever it is. */
  end(): Promise<void>;
};

/**
 * Reads all of a file, which may be served meanwhile. In a process of its own: a statement over all of a large file takes
 * minutes, and a thread that is in one neither ends nor lets its process end before it is through. It takes what time of the
 * processor others leave.
 */
export function checkInBackground(file: string, { onDamage, onTrouble }: Findings): BackgroundCheck {
  const check = fork(fileURLToPath(new URL('./check-process.ts', import.meta.url)), [file], {
    // Only what it needs: those of the program are for the program.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = Promise.withResolvers<void>();
  let isOver = false;
  const fail = (reason: string) => {
    if (!isOver) onTrouble(reason);
    isOver = true;
  };
  check.once('message', ({ kind, message }: Finding) => {
    if (kind === 'trouble') return fail(message);
    isOver = true;
    onDamage(message);
  });
  check.once('error', ({ message }) => {
    fail(message);
    if (check.pid === undefined) ended.resolve();
  });
  check.once('exit', (code, signal) => {
    if (code !== 0) fail(`it ended with ${signal ?? `code ${code}`}`);
    ended.resolve();
  });
  return {
    pid: check.pid,
    ended: ended.promise,
    end: () => {
      isOver = true;
      check.kill('SIGKILL');
      return ended.promise;
    },
  };
}
