/** An address as a path of this very site; undefined for any other. What the team writes may lead to a page of ours. */
export function ownPath(url: string): string | undefined {
  // A browser takes a backslash for a slash, and two of them for another site.
  return /^\/(?![/\\])/.test(url) ? url : undefined;
}
