import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type KillableNode = {
  readonly pid: number;
  readonly port: number;
  readonly connectionString: string;
  /** `kill -9`; resolves when the process is gone. */
  kill(): Promise<void>;
};

const PROGRAM = fileURLToPath(new URL('./node-process.ts', import.meta.url));

/** Starts a node in a process of its own and waits until it listens. */
export async function startKillableNode(file: string): Promise<KillableNode> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {},
  });
  const port = await firstLine(child);
  return {
    // A process that printed its port was spawned.
    pid: child.pid as number,
    port: Number(port),
    connectionString: `esdb://127.0.0.1:${port}?tls=false`,
    kill: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (data: Buffer) => {
      text += data.toString();
      if (text.includes('\n')) resolve(text.trim());
    });
    child.once('exit', (code) => reject(new Error(`The node ended with code ${code} before it listened.`)));
  });
}
