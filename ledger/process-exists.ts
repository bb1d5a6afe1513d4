import { codeOf } from '../contracts/error-code.ts';

/** Whether the system has a process of that number, also one that has ended and whose remains nobody has collected yet. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It exists, and is somebody else's.
    return codeOf(error) === 'EPERM';
  }
}
