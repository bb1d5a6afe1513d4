/** Standard Base64 with padding (RFC 4648 §4), in Node and in the browser. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Undefined for anything but the one canonical form: bits that mean nothing would let one signature have many texts. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return base64Of(bytes) === text ? bytes : undefined;
}
