/** What a browser can do with a link; a test hands in its own. */
export type LinkSharing = {
  readonly share: ((data: { readonly title: string; readonly url: string }) => Promise<void>) | undefined;
  readonly copy: (text: string) => Promise<void>;
};

export type ShareEnd = 'shared' | 'copied' | 'cancelled' | 'failed';

/** The native share sheet where there is one; otherwise, or where it fails, the clipboard. */
export async function shareLink(url: string, { share, copy }: LinkSharing): Promise<ShareEnd> {
  if (share) {
    try {
      await share({ title: 'EvoRewards', url });
      return 'shared';
    } catch (error) {
      // The person closed the sheet.
      if (error instanceof Error && error.name === 'AbortError') return 'cancelled';
    }
  }
  return copyLink(url, copy);
}

export async function copyLink(url: string, copy: LinkSharing['copy']): Promise<ShareEnd> {
  try {
    await copy(url);
    return 'copied';
  } catch {
    return 'failed';
  }
}
