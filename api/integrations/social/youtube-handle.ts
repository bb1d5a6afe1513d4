/**
 * A channel's `customUrl` as its handle, without the @. Handles have the letters and digits of many languages, which an
 * address writes percent-encoded.
 */
export function handleIn(customUrl: string): string {
  return decoded(customUrl).replace(/^@/, '').normalize('NFC');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    // A sign of percent that begins no letter is part of the name.
    if (error instanceof URIError) return text;
    throw error;
  }
}
