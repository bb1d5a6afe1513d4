import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { errorToasts, successToasts, type ToastText } from '../../../../contracts/toasts.ts';
import { ApiError, errorText } from '../api/api-error.ts';
import { fetchFile } from '../api/fetch-file.ts';
import { saveBlob } from '../save-file.ts';
import { showError, showToast } from '../toast/toast.ts';
import { refreshAdmin } from './admin-queries.ts';

type Export = { readonly path: string; readonly name: string; readonly failed: ToastText };

/** Downloads a file that the server writes; the export itself stands in the history of acts. */
export function useExport({ path, name, failed }: Export): UseMutationResult<void, Error, void> {
  return useMutation({
    mutationFn: async () => {
      const file = await fetchFile(path, name);
      if (file.blob.size === 0) return showError(errorToasts.noData);
      saveBlob(file.name, file.blob);
      showToast({ ...successToasts.exportComplete, description: file.name });
      void refreshAdmin();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 404) showError(errorToasts.noData);
      else showError({ ...failed, description: `${failed.description}: ${errorText(error)}` });
    },
  });
}
