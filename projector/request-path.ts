/**
 * The path that a request asks for, as routes see it: without its query, and without the site where the target names that,
 * which RFC 9112 section 3.2.2 has every server take.
 */
export function pathOf(target = '/'): string {
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return path === '' ? '/' : path;
}

/** Whether something is only read: who asks for `HEAD` gets what `GET` would say, without its body. */
export const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';
