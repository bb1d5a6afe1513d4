/** An address without the slashes at its end: whatever is put behind it begins with one. */
export function bareAddress(address: string): string {
  return address.replace(/\/+$/, '');
}
