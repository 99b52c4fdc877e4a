/*
 * Base64 for URLs, RFC 4648 section 5. Not `Uint8Array.fromBase64`, which Node 24 lacks.
 */

/** Without padding. */
export function base64url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Undefined for text that is not base64url, with or without padding. */
export function bytesOfBase64url(text: string): Uint8Array | undefined {
  if (!/^[\w-]*={0,2}$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
