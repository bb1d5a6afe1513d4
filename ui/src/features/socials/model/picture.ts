/** The address of a picture, where it is of this very site; undefined for none and for any other. */
export function ownPicture(url: string | null, origin: string): string | undefined {
  if (url === null || !URL.canParse(url, origin)) return undefined;
  const { href, origin: its } = new URL(url, origin);
  return its === origin ? href : undefined;
}
