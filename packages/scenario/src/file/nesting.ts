/** Collections within collections: a scenario has eight, and what it sends up to twenty more. */
export const TEXT_DEPTH_MAX = 32;

const COMPACT_NESTING = new RegExp(`^[ ]*(?:[-?:][ ]+){${TEXT_DEPTH_MAX + 1}}`, 'm');

/**
 * Where a text begins to nest deeper than `TEXT_DEPTH_MAX` within one line or by brackets, as an offset; undefined where it does not.
 * Looked at before the parser is, which takes seconds for thousands of brackets. Brackets within quotes count too: no text of
 * a scenario leaves so many of them open.
 */
export function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '[' || character === '{') depth += 1;
    else if ((character === ']' || character === '}') && depth > 0) depth -= 1;
    if (depth > TEXT_DEPTH_MAX) return at;
  }
  return COMPACT_NESTING.exec(text)?.index;
}
