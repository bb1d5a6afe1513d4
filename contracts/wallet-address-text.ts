/** `0x1234…abcd`: the first 6 and last 4 characters; the profile card asks for 8 and 6. */
export function shortenAddress(address: string, first = 6, last = 4): string {
  return address.length <= first + last ? address : `${address.slice(0, first)}…${address.slice(-last)}`;
}
