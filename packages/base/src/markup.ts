const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const PLAIN = /^[ !#-%(-;=?-~]*$/;

/** Text for XML and HTML. Characters that XML 1.0 forbids become spaces. */
export const escaped = (text: string): string => (PLAIN.test(text) ? text : replaced(text));

const replaced = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ' ')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
