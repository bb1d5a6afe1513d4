import { musicTexts } from '../../../../../contracts/admin-messages.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { refreshAdmin } from '../../../lib/admin/admin-queries.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { whenDraftsAreForgotten } from '../../../lib/draft/drafts.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { sendFile } from '../api/send-file.ts';
import { createUploads, type UploadRun, type Uploads } from './uploads.ts';

/** Files cannot be kept in storage: the chosen ones of an admin wait here while the session is renewed. */
let kept: { readonly wallet: string; readonly uploads: Uploads } | undefined;

whenDraftsAreForgotten((except) => {
  if (kept?.wallet !== except) kept = undefined;
});

/** The uploads of an admin's open panel. Leaving the page while one is on its way is asked about. */
export function panelUploads(wallet: string): Uploads {
  if (kept?.wallet !== wallet) kept = { wallet, uploads: newUploads() };
  return kept.uploads;
}

function newUploads(): Uploads {
  return createUploads({
    send: sendFile,
    reasonOf: errorText,
    onBusy(busy) {
      if (busy) window.addEventListener('beforeunload', askFirst);
      else window.removeEventListener('beforeunload', askFirst);
    },
    onEnd: tell,
  });
}

const askFirst = (event: BeforeUnloadEvent): void => event.preventDefault();

function tell({ uploaded, failed }: UploadRun): void {
  const [first] = failed;
  if (first) {
    const reason = first.reason ?? '';
    const isOnly = failed.length === 1;
    showError(
      errorToasts.uploadFailed(
        isOnly ? `${first.file.name}: ${reason}` : musicTexts.notUploaded(failed.length),
      ),
    );
  } else {
    const [one] = uploaded;
    const description =
      one && uploaded.length === 1 ? musicTexts.added(one.title) : musicTexts.addedMany(uploaded.length);
    showToast({ ...successToasts.uploadSuccessful, description });
  }
  void refreshAdmin();
}
