import { constants, setPriority } from 'node:os';
import { reasonOf } from '../../contracts/reason-of.ts';
import { verify } from './commands/verify.ts';
import { EmbeddedEventStoreError } from './errors.ts';

/** What is told of the file; nothing of one that is sound. */
export type Finding =
  | { readonly kind: 'damage'; readonly message: string }
  | { readonly kind: 'trouble'; readonly message: string };

const [file] = process.argv.slice(2);
if (!process.send || file === undefined)
  throw new Error('This file runs as a process of background-check.ts.');
const tell = process.send.bind(process) as (finding: Finding) => boolean;
// Who started it has ended, and nobody is left to be told.
process.once('disconnect', () => process.exit());

yieldToOthers();
try {
  await verify(file);
} catch (error) {
  const isDamage = error instanceof EmbeddedEventStoreError && error.code === 'damaged';
  tell({ kind: isDamage ? 'damage' : 'trouble', message: reasonOf(error) });
}
process.disconnect();

/** Reading a large file takes minutes of a processor, which those who are served want at once. */
function yieldToOthers(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch (error) {
    process.emitWarning(`The ledger is checked at the priority of who serves it: ${reasonOf(error)}`);
  }
}
