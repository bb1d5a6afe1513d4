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

/** `1.2 MB`, `30 MB`, `340 KB`. */
export function fileSize(bytes: number): string {
  if (bytes >= 1_000_000) return `${Number((bytes / 1_000_000).toFixed(1))} MB`;
  return `${Math.max(1, Math.round(bytes / 1_000))} KB`;
}
