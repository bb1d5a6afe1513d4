import { showError } from '../../../lib/toast/toast.ts';

/** The file that somebody let fall. Of several none is checked, for a verdict names one file, and two may have one name. */
export function droppedFile({ files }: Pick<DataTransfer, 'files'>): File | undefined {
  if (files.length <= 1) return files[0];
  showError({
    title: 'One File at a Time',
    description: `None of the ${files.length} files was checked. Drop them one after the other.`,
  });
  return undefined;
}
