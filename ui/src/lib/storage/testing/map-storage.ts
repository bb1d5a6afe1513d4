/** What a page calls of a browser's storage, kept in a map that the test can look into. */
export function mapStorage(
  entries = new Map<string, string>(),
): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}
