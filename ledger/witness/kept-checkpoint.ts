import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../contracts/error-code.ts';
import { lockFile } from '../embedded/lock.ts';
import { type Checkpoint, parseCheckpoint } from '../proof/checkpoint.ts';
import { cosignaturesOf } from '../proof/cosignature.ts';
import { formatNote, parseNote, type SignedNote, type VerifierKey } from '../proof/signed-note.ts';
import { syncFolder } from '../sync-folder.ts';
import { writeOnce } from '../write-once.ts';

/** The newest checkpoint that a witness cosigned, in a folder that no other process uses meanwhile. */
export type KeptCheckpoint = {
  newest(): Kept | undefined;
  /** Resolves when it would outlive a power cut. */
  keep(note: SignedNote): Promise<void>;
  /** Keeps what shows that a log has two histories, beside it. */
  keepEvidence(name: string, text: string): Promise<string>;
  /** What was kept under that name, if anything, shows no such thing. */
  dropEvidence(name: string): Promise<void>;
  close(): void;
};

type Kept = {
  readonly checkpoint: Checkpoint;
  readonly note: SignedNote;
  /** When it was cosigned, in seconds since 1970. */
  readonly at: number;
};

const NAME = 'checkpoint';
/** Stands in the place of the first checkpoint until there is one. */
const NONE_YET = 'none yet\n';

/** Says in a folder, where nothing is said yet, that nothing was cosigned: who finds that gone has lost what was seen. */
export async function beginKeptCheckpoint(folder: string): Promise<void> {
  await writeOnce(join(folder, NAME), NONE_YET);
}

/**
 * @param origin of the log
 * @param isBegun whether it must be there, see `beginKeptCheckpoint`
 * @throws Error when another process has the folder, or when what was kept cannot be read: a witness that forgets what it
 * cosigned would cosign another history; also when it is of another log
 */
export async function openKeptCheckpoint(
  folder: string,
  own: VerifierKey,
  origin: string,
  isBegun: boolean,
): Promise<KeptCheckpoint> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, NAME);
  const lock = lockFile(path);
  try {
    let newest = await load(path, own, origin, isBegun);
    return {
      newest: () => newest,
      async keep(note) {
        const kept = keptOf(note, own);
        if (!kept) throw new RangeError(`this note is no checkpoint that ${own.name} cosigned`);
        await replaceFile(folder, path, formatNote(note));
        newest = kept;
      },
      async keepEvidence(name, text) {
        const file = join(folder, name);
        await replaceFile(folder, file, text);
        return file;
      },
      dropEvidence: (name) => rm(join(folder, name), { force: true }),
      close: () => lock.release(),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A copy of the file from before the last cosignature would have the witness cosign another history behind it. */
const BEGIN_ANEW =
  'Unless you know that a copy of it is of its last cosignature, let it begin in an empty folder, with a new key, and name that to who asks it.';

async function load(
  path: string,
  own: VerifierKey,
  origin: string,
  isBegun: boolean,
): Promise<Kept | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined && isBegun) {
    throw new Error(`${path} is gone, and with it what ${own.name} has seen. ${BEGIN_ANEW}`);
  }
  if (text === undefined || text === NONE_YET) return undefined;
  const note = parseNote(text);
  const kept = note && keptOf(note, own);
  if (!kept) {
    throw new Error(
      `${path} is not a checkpoint that ${own.name} cosigned. Without it this witness does not know what it has seen. ${BEGIN_ANEW}`,
    );
  }
  if (kept.checkpoint.origin !== origin) {
    throw new Error(
      `${path} is of ${kept.checkpoint.origin}, and not of ${origin}: a witness of another ledger has a folder of its own.`,
    );
  }
  return kept;
}

/** Undefined for what is no checkpoint, or was not cosigned. */
function keptOf(note: SignedNote, own: VerifierKey): Kept | undefined {
  const checkpoint = parseCheckpoint(note.text);
  const [cosigned] = cosignaturesOf(note, [own]);
  return checkpoint && cosigned && { checkpoint, note, at: cosigned.at };
}

/** All of the new text or all of the old one, whatever happens. */
async function replaceFile(folder: string, path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(folder);
}
