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

try {
  await verify(file);
} catch (error) {
  const isDamage = error instanceof EmbeddedEventStoreError && error.code === 'damaged';
  const message = error instanceof Error ? error.message : String(error);
  tell({ kind: isDamage ? 'damage' : 'trouble', message });
}
process.disconnect();
