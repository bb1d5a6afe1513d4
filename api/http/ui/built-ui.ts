import { createHash, randomFillSync } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../../contracts/error-code.ts';
import { PAINTED_PAGES_FILE, type PaintedPages, paintedPages } from '../../../contracts/painted-pages.ts';

/** Where `vite build` writes. */
const UI_DIST = join(import.meta.dirname, '../../../ui/dist');

export type BuiltFile = { readonly bytes: Buffer; readonly modified: Date };

/**
 * All of it as it was when the program began: the next build puts other files into their places, and pages that are sent
 * until the next start name these.
 */
export type BuiltUi = {
  /** By their paths on the site; what each page is sent in is none of them. */
  readonly files: ReadonlyMap<string, BuiltFile>;
  /** What every page is sent in. */
  readonly template: string;
  /** Without those of a page, the program draws it when it has come. */
  readonly painted: PaintedPages;
  /** Of the scripts that stand in the template itself, as a content security policy names them. */
  readonly scriptHashes: readonly string[];
};

/** Milliseconds: another build that ends puts its folder into the place of this one in a moment. */
const AGAIN_MS = 20;
const TRIES = 3;

/** All of one build, also where another one takes its place meanwhile. @throws Error when the UI was not built */
export async function readBuiltUi(folder: string = UI_DIST): Promise<BuiltUi> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { ino } = await stat(folder);
      const found = await readAll(folder);
      if ((await stat(folder)).ino === ino) return found;
    } catch (cause) {
      if (tries >= TRIES)
        throw new Error(`The UI is not built: run "npm run build" first, and let it end (${folder})`, {
          cause,
        });
    }
    await sleep(AGAIN_MS);
  }
}

async function readAll(folder: string): Promise<BuiltUi> {
  const template = await readFile(join(folder, 'index.html'), 'utf8');
  const [files, painted] = await Promise.all([readFiles(folder), readPainted(folder)]);
  for (const [, path = ''] of template.matchAll(/="(\/assets\/[^"]+)"/g)) {
    if (!files.has(path)) throw new Error(`${path} is not there`);
  }
  return { files, template, painted, scriptHashes: hashesOf(template) };
}

/** Nothing hidden: what the build says of itself is for the program alone. */
async function readFiles(folder: string): Promise<ReadonlyMap<string, BuiltFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep))
    .filter((parts) => parts.join() !== 'index.html' && !parts.some((part) => part.startsWith('.')));
  const read = async (parts: readonly string[]): Promise<[string, BuiltFile]> => {
    const file = join(folder, ...parts);
    const [bytes, { mtime }] = await Promise.all([readFile(file), stat(file)]);
    return [`/${parts.join('/')}`, { bytes, modified: mtime }];
  };
  return new Map(await Promise.all(paths.map(read)));
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
