import { readdirSync, readFileSync } from 'node:fs';

/** Ticks a second in `/proc`, on every Linux that Node runs on. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const TICKS = 100;

type Stat = { readonly parent: number; readonly own: number; readonly waitedFor: number };

/**
 * Seconds of processor time that a process has taken, with its children that live and those that have ended.
 * @throws Error where there is no /proc
 */
export function cpuSecondsOf(pid: number): number {
  const root = statOf(pid);
  if (!root) throw new Error(`there is no process ${pid} in /proc`);
  let ticks = root.own + root.waitedFor;
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    if (stat?.parent === pid) ticks += stat.own + stat.waitedFor;
  }
  return ticks / TICKS;
}

/** Undefined for a process that has ended. */
export function parentOf(pid: number): number | undefined {
  return statOf(pid)?.parent;
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may hold anything, spaces and brackets too.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const at = (field: number) => fields[field - 3] ?? 0;
    return { parent: at(4), own: at(14) + at(15), waitedFor: at(16) + at(17) };
  } catch {
    return undefined;
  }
}
