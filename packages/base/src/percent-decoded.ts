/** The text without its percent signs; as it is where it is not encoded so. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
