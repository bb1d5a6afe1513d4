import { createHash, randomFillSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../contracts/error-code.ts';
import { PAINTED_PAGES_FILE, type PaintedPages, paintedPages } from '../../../contracts/painted-pages.ts';

/** Where `vite build` writes. */
const UI_DIST = join(import.meta.dirname, '../../../ui/dist');

export type BuiltUi = {
  readonly folder: string;
  /** What every page is sent in. */
  readonly template: string;
  /** Without those of a page, the program draws it when it has come. */
  readonly painted: PaintedPages;
  /** Of the scripts that stand in the template itself, as a content security policy names them. */
  readonly scriptHashes: readonly string[];
};

/** @throws Error when the UI was not built */
export async function readBuiltUi(folder: string = UI_DIST): Promise<BuiltUi> {
  const template = await readFile(join(folder, 'index.html'), 'utf8').catch((cause: unknown) => {
    throw new Error(`The UI is not built: run "npm run build" first (${folder})`, { cause });
  });
  return { folder, template, painted: await readPainted(folder), scriptHashes: hashesOf(template) };
}

/** None where the folder holds the source of the UI (as in development), which no build has drawn. */
async function readPainted(folder: string): Promise<PaintedPages> {
  try {
    return paintedPages.parse(JSON.parse(await readFile(join(folder, PAINTED_PAGES_FILE), 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { pages: {} };
    throw error;
  }
}

/** https://www.w3.org/TR/CSP3/#hash-source */
function hashesOf(template: string): readonly string[] {
  return [...template.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  );
}

const NONCE_BYTES = 16;
/** Random bytes for the next nonces: asking for all of them at once costs what asking for one does. */
const random = Buffer.alloc(256 * NONCE_BYTES);
let used = random.length;

/** 128 bits that no other answer has, in base64. */
export function newNonce(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += NONCE_BYTES;
  return random.toString('base64', used - NONCE_BYTES, used);
}
