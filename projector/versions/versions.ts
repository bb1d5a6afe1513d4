import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod';

export const VERSIONS_FILE = new URL('./versions.json', import.meta.url);

/** The number of each part that rows are made by, and the digest of its code when that number was given. */
export type Versions = Readonly<Record<string, { readonly version: number; readonly digest: string }>>;

const shape = z.record(z.string(), z.object({ version: z.int().positive(), digest: z.string() }));

export function readVersions(): Versions {
  return shape.parse(JSON.parse(readFileSync(VERSIONS_FILE, 'utf8')));
}

/**
 * The schema of the read models that these numbers stand for: `read_v<their sum>_<hash>`. Two branches that raise
 * different numbers have the same sum, and other rows; so have they another hash.
 */
export function schemaOf(versions: Versions): string {
  const parts = Object.keys(versions).sort();
  const sum = parts.reduce((total, part) => total + (versions[part]?.version ?? 0), 0);
  const text = parts.map((part) => `${part}@${versions[part]?.version}`).join('\n');
  return `read_v${sum}_${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
}
