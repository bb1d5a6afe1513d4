import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Target } from './call.ts';

export type Bare = { readonly target: Target; readonly pid: number; stop(): Promise<void> };

/** Koa with one query and nothing else, in a process of its own. */
export async function startBare(databaseUrl: string, schema: string): Promise<Bare> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-main.ts'), databaseUrl, schema], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = await once(createInterface(child.stdout), 'line');
  if (child.pid === undefined) throw new Error('a process that speaks has an id');
  const port = Number(line);
  return {
    target: { port, origin: `http://localhost:${port}` },
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
