import { childOf, type XmlElement } from '../soap/read-xml.ts';
import { SoapFault } from '../soap/soap-fault.ts';

export const ITEM_FILTER_DIALECT = 'http://www.onvif.org/ver10/tev/messageContentFilter/ItemFilter';

/** Name and value of an item of a message. */
export type EventItem = readonly [name: string, value: string];

type Test<T> = (of: T) => boolean;

/** Longest expression, characters. */
export const CONTENTS_MAX = 1024;
const DEPTH_MAX = 16;
const TOKENS =
  /\s*(\/\/(?:[\w-]+:)?(?:SimpleItem|ElementItem)\b|@(?:Name|Value)\b|(?:and|or|not|boolean)\b|[[\]()=]|"[^"]*"|'[^']*')/y;

/** Expression of contents in a filter. @throws SoapFault for another dialect */
export function contentsAsked(filter: XmlElement | undefined): string | undefined {
  const contents = childOf(filter, 'MessageContent');
  const dialect = contents?.attributes.get('Dialect')?.trim();
  if (dialect !== undefined && dialect !== ITEM_FILTER_DIALECT)
    throw invalidContent(`the dialect of MessageContent must be ${ITEM_FILTER_DIALECT}`);
  return contents?.text;
}

/** A filter that is not of the grammar, or too long or deep. */
const invalidContent = (reason: string): SoapFault =>
  new SoapFault('Sender', 'InvalidArgVal/InvalidFilter', reason, {
    detail: 'InvalidMessageContentExpressionFault',
  });

/**
 * Reads a filter of contents, the part of XPath that the core specification has: `boolean(//tt:SimpleItem[@Name="A" and @Value="1"])`,
 * `and`, `or`, `not( )` and brackets. `and` binds closer than `or`. @throws SoapFault
 */
export function itemFilter(expression: string): Test<readonly EventItem[]> {
  if (expression.length > CONTENTS_MAX) throw invalidContent(`MessageContent has at most ${CONTENTS_MAX} characters`);
  const tokens = new Tokens(expression);
  const test = either(tokens, 0, condition);
  if (tokens.next !== undefined) throw tokens.unexpected();
  return test;
}

class Tokens {
  readonly #list: string[] = [];
  #at = 0;

  constructor(text: string) {
    const pattern = new RegExp(TOKENS);
    while (text.slice(pattern.lastIndex).trim() !== '') {
      const [, token] = pattern.exec(text) ?? [];
      if (token === undefined) throw invalidContent('MessageContent has something else than the dialect ItemFilter');
      this.#list.push(token);
    }
  }

  get next(): string | undefined {
    return this.#list[this.#at];
  }

  take(): string {
    const token = this.next;
    if (token === undefined) throw invalidContent('MessageContent ends too early');
    this.#at += 1;
    return token;
  }

  is(token: string): boolean {
    if (this.next !== token) return false;
    this.#at += 1;
    return true;
  }

  expect(token: string): void {
    if (!this.is(token)) throw this.unexpected();
  }

  unexpected(): SoapFault {
    return invalidContent(`"${this.next ?? 'the end'}" of MessageContent stands at a wrong place`);
  }
}

type Part<T> = (tokens: Tokens, depth: number) => Test<T>;

function either<T>(tokens: Tokens, depth: number, part: Part<T>): Test<T> {
  if (depth > DEPTH_MAX) throw invalidContent(`MessageContent is nested deeper than ${DEPTH_MAX}`);
  const tests = [both(tokens, depth, part)];
  while (tokens.is('or')) tests.push(both(tokens, depth, part));
  return (of) => tests.some((test) => test(of));
}

function both<T>(tokens: Tokens, depth: number, part: Part<T>): Test<T> {
  const tests = [one(tokens, depth, part)];
  while (tokens.is('and')) tests.push(one(tokens, depth, part));
  return (of) => tests.every((test) => test(of));
}

function one<T>(tokens: Tokens, depth: number, part: Part<T>): Test<T> {
  const isNegated = tokens.is('not');
  if (!isNegated && tokens.next !== '(') return part(tokens, depth);
  tokens.expect('(');
  const test = either(tokens, depth + 1, part);
  tokens.expect(')');
  return isNegated ? (of) => !test(of) : test;
}

/** Whether a message has an item. */
function condition(tokens: Tokens, depth: number): Test<readonly EventItem[]> {
  tokens.expect('boolean');
  tokens.expect('(');
  const path = tokens.take();
  if (!path.startsWith('//')) throw invalidContent('boolean( ) must name //tt:SimpleItem or //tt:ElementItem');
  tokens.expect('[');
  const test = either(tokens, depth + 1, comparison);
  tokens.expect(']');
  tokens.expect(')');
  // No message has an element as an item.
  return path.endsWith('SimpleItem') ? (items) => items.some(test) : () => false;
}

function comparison(tokens: Tokens): Test<EventItem> {
  const attribute = tokens.take();
  if (!attribute.startsWith('@')) throw invalidContent('an item is compared by @Name and @Value');
  tokens.expect('=');
  const text = tokens.take();
  if (!/^["']/.test(text)) throw invalidContent('@Name and @Value are compared with a text in quotes');
  const wanted = text.slice(1, -1);
  return attribute === '@Name' ? ([name]) => name === wanted : ([, value]) => value === wanted;
}
