import { musicTexts } from '../../../../../contracts/admin-messages.ts';

/** Why a file cannot be uploaded; undefined where it can. `maxBytes` is not known before the server has said it. */
export function fileFault(
  { type, size }: Pick<File, 'type' | 'size'>,
  maxBytes: number | undefined,
): string | undefined {
  if (!type.startsWith('audio/')) return musicTexts.notAudio;
  if (size === 0) return musicTexts.empty;
  if (maxBytes !== undefined && size > maxBytes) return musicTexts.tooLarge(maxBytes);
  return undefined;
}

/**
 * Those of the files that can be uploaded, and why the others cannot. A track is told by the name of its file: of two of one
 * name the first is taken.
 */
export function sortedOut(
  files: readonly File[],
  maxBytes: number | undefined,
): { readonly taken: readonly File[]; readonly faults: readonly string[] } {
  const taken = new Map<string, File>();
  const faults = new Set<string>();
  for (const file of files) {
    const fault = fileFault(file, maxBytes) ?? (taken.has(file.name) ? musicTexts.sameName : undefined);
    if (fault === undefined) taken.set(file.name, file);
    else faults.add(musicTexts.notTaken(file.name, fault));
  }
  return { taken: [...taken.values()], faults: [...faults] };
}

/** `1.2 MB`, `30 MB`, `340 KB`. */
export function fileSize(bytes: number): string {
  if (bytes >= 1_000_000) return `${Number((bytes / 1_000_000).toFixed(1))} MB`;
  return `${Math.max(1, Math.round(bytes / 1_000))} KB`;
}
