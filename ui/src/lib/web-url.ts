/** A link that may be put on the page: http or https, nothing that runs. Undefined for anything else. */
export function webUrl(text: string | null | undefined): string | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/** As `webUrl`, but https alone: for links to pages of others. */
export function secureWebUrl(text: string | null | undefined): string | undefined {
  const url = webUrl(text);
  return url?.startsWith('https:') ? url : undefined;
}
