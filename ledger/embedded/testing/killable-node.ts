import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from '../../testing/program-environment.ts';
import type { TestSettings } from '../test-settings.ts';

export type KillableNode = {
  readonly pid: number;
  readonly port: number;
  readonly connectionString: string;
  /** `kill -9`; resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code when the process has ended by itself. */
  terminate(): Promise<number | null>;
};

const PROGRAM = fileURLToPath(new URL('./node-process.ts', import.meta.url));

/**
 * Starts a node in a process of its own and waits until it listens.
 * @param under a program, with its arguments, that runs the node as the process that it was started as itself
 */
export async function startKillableNode(
  file: string,
  testing?: TestSettings,
  under: readonly string[] = [],
): Promise<KillableNode> {
  const settings = testing ? [JSON.stringify(testing)] : [];
  const line = [process.execPath, '--disable-warning=ExperimentalWarning', PROGRAM, file, ...settings];
  const [command = '', ...args] = [...under, ...line];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env: programEnvironment() });
  const gone = once(child, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await gone;
  };
  const connectionString = await announcedAddress(child);
  return {
    // A process that announced its address was spawned.
    pid: child.pid as number,
    port: Number(new URL(connectionString).port),
    connectionString,
    kill: () => end('SIGKILL'),
    terminate: async () => {
      await end('SIGTERM');
      return child.exitCode;
    },
  };
}

function announcedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (data: Buffer) => {
      text += data.toString();
      const address = /esdb:\S+/.exec(text)?.[0];
      if (address) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`The node ended with code ${code} before it listened.`)));
  });
}
