import { Fault } from '@kitestring/base/fault.ts';
import { COMPARISONS } from './condition.ts';

/** A token of a condition, with its position. */
export interface Token {
  readonly kind: 'word' | 'number' | 'text' | 'sign' | 'end';
  readonly text: string;
  readonly offset: number;
}

/** An invalid condition: reason, and position in its text. */
export class ConditionFault extends Fault {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** Maximum length; also limits the parser's recursion depth. */
const MAX_LENGTH = 2000;

const SIGNS = [...COMPARISONS, '(', ')', ','];
const PATTERNS = [
  { kind: 'text', pattern: /"([^"]*)"/y },
  { kind: 'word', pattern: /\d+xx\b/y },
  { kind: 'number', pattern: /-?\d+(?:\.\d+)?/y },
  { kind: 'word', pattern: /[\p{L}_][\p{L}\p{N}_.-]*(?:\/s)?|%|°C?/uy },
] as const;

/** @throws ConditionFault for a character that starts no token */
export function tokensOf(text: string): Token[] {
  if (text.length > MAX_LENGTH) throw new ConditionFault(0, `a condition has at most ${MAX_LENGTH} characters`);
  const tokens: Token[] = [];
  for (let offset = 0; offset < text.length; ) {
    const space = /\s*/y;
    space.lastIndex = offset;
    offset += space.exec(text)?.[0].length ?? 0;
    if (offset >= text.length) break;
    const { token, end } = tokenAt(text, offset);
    tokens.push(token);
    offset = end;
  }
  return [...tokens, { kind: 'end', text: 'the end', offset: text.length }];
}

function tokenAt(text: string, offset: number): { token: Token; end: number } {
  const sign = SIGNS.find((sign) => text.startsWith(sign, offset));
  if (sign !== undefined) return { token: { kind: 'sign', text: sign, offset }, end: offset + sign.length };
  for (const { kind, pattern } of PATTERNS) {
    pattern.lastIndex = offset;
    const match = pattern.exec(text);
    if (match === null) continue;
    return { token: { kind, text: match[1] ?? match[0], offset }, end: offset + match[0].length };
  }
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  throw new ConditionFault(offset, `${character} means nothing here, allowed: names, figures, ${SIGNS.join(' ')}`);
}
