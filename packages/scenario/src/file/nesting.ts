/** Nesting limit: a scenario has eight levels, and a command body up to twenty more. */
export const TEXT_DEPTH_MAX = 32;

const COMPACT_NESTING = new RegExp(`^[ ]*(?:[-?:][ ]+){${TEXT_DEPTH_MAX + 1}}`, 'm');

/**
 * Offset where a text exceeds `TEXT_DEPTH_MAX` within one line or by brackets; undefined when it does not. Checked
 * before parsing, because the parser takes seconds for thousands of brackets. Brackets in quotes count too: no
 * scenario text leaves that many open.
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
