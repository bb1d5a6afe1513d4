import { readFileSync } from 'node:fs';
import * as z from 'zod';

const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The release of the program that runs, as package.json says it. */
export const RELEASE = z.object({ version: z.string() }).parse(manifest).version;
