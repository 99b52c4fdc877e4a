import { wellFormedFault } from './soap-fault.ts';

/** An element with its namespace resolved. */
export interface XmlElement {
  /** Name without prefix. */
  readonly name: string;
  readonly namespace: string;
  /** By name without prefix; without declarations of namespaces. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children, trimmed. */
  readonly text: string;
}

const DEPTH_MAX = 32;
const ELEMENTS_MAX = 2000;
const ATTRIBUTES_MAX = 64;

/** Namespaces by prefix that an element declares, inside those of the elements around it. */
interface Scope {
  readonly declared: ReadonlyMap<string, string>;
  readonly outer?: Scope;
}

/** A start tag by itself: prefixes are resolved where it stands. */
interface StartTag {
  /** Name with prefix. */
  readonly tag: string;
  readonly prefix: string;
  readonly name: string;
  readonly isEmpty: boolean;
  readonly declared: ReadonlyMap<string, string>;
  /** As written, without declarations. */
  readonly given: readonly (readonly [name: string, value: string])[];
  /** Undefined where one has a prefix. */
  readonly attributes: ReadonlyMap<string, string> | undefined;
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
  /** Name with prefix. */
  readonly tag: string;
  readonly scope: Scope;
}

/** Each client repeats its start tags, above all the envelope with its namespaces, in every request. */
const knownTags = new Map<string, StartTag>();
const KNOWN_TAGS_MAX = 256;
const KNOWN_TAG_MAX_LENGTH = 4096;

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
/** By the byte order mark that XML demands of UTF-16. */
const UTF_16 = [
  { mark: [0xff, 0xfe], decoder: new TextDecoder('utf-16le', { fatal: true }) },
  { mark: [0xfe, 0xff], decoder: new TextDecoder('utf-16be', { fatal: true }) },
];
const NAME_START =
  'A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const NAME = `[${NAME_START}][${NAME_START}\\-.0-9\\xB7\\u0300-\\u036F\\u203F\\u2040]*`;
const QUOTED = '"[^"<]*"|\'[^\'<]*\'';
const START_TAG = new RegExp(
  `<((?:${NAME}:)?${NAME})((?:[ \\t\\n]+(?:${NAME}:)?${NAME}[ \\t\\n]*=[ \\t\\n]*(?:${QUOTED}))*)[ \\t\\n]*(/?)>`,
  'uy',
);
const END_TAG = /<\/([^ \t\n<>]*)[ \t\n]*>/y;
const DECLARATION =
  /^<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(["'])1\.\d+\1(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(["'])[A-Za-z][\w.-]*\2)?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(["'])(?:yes|no)\3)?[ \t\n]*\?>/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML does not allow.
const FORBIDDEN = /[\0-\x08\x0B\x0C\x0E-\x1F\uD800-\uDFFF\uFFFE\uFFFF]/u;
const REFERENCE = /&(?:#x([\dA-Fa-f]+)|#(\d+)|(\w+));|&/g;
const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));
const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
const NO_DECLARATIONS: Scope = { declared: new Map([['xml', XML]]) };
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

function refuse(reason: string): never {
  throw wellFormedFault(reason);
}

function decoded(bytes: Uint8Array): string {
  let text: string;
  const marked = UTF_16.find(({ mark }) => bytes[0] === mark[0] && bytes[1] === mark[1]);
  try {
    text = (marked?.decoder ?? UTF_8).decode(bytes);
  } catch {
    return refuse('the text is neither UTF-8 nor UTF-16 with a byte order mark');
  }
  if (FORBIDDEN.test(text)) refuse('a character is not allowed in XML');
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

/** A text with its references replaced. */
function resolved(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(REFERENCE, (_, hex?: string, decimal?: string, name?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const put = name === undefined ? code <= 0x10ffff && String.fromCodePoint(code) : ENTITIES.get(name);
    return put && !FORBIDDEN.test(put) ? put : refuse('a reference is not one of XML');
  });
}

function namespaceOf(prefix: string, scope: Scope): string {
  for (let one: Scope | undefined = scope; one !== undefined; one = one.outer) {
    const uri = one.declared.get(prefix);
    if (uri !== undefined) return uri;
  }
  return prefix === '' ? '' : refuse(`the prefix ${prefix} is not declared`);
}

/** Prefix, empty without one, and the rest of a name. */
function split(tag: string): readonly [prefix: string, name: string] {
  const colon = tag.indexOf(':');
  return colon === -1 ? ['', tag] : [tag.slice(0, colon), tag.slice(colon + 1)];
}

function declare(declared: Map<string, string>, prefix: string, uri: string): void {
  const isRight = prefix === 'xml' ? uri === XML : prefix === '' || uri !== '';
  if (!isRight || prefix === 'xmlns' || uri === XMLNS || (prefix !== 'xml' && uri === XML) || declared.has(prefix))
    refuse(`the prefix ${prefix} is declared wrongly`);
  declared.set(prefix, uri);
}

function startTag([, tag = '', attributesText = '', slash]: readonly string[]): StartTag {
  const declared = new Map<string, string>();
  const given: (readonly [name: string, value: string])[] = [];
  // The tag has the right form: the next `=` ends a name, the next quotation mark begins its value.
  for (let [at, equals] = [0, attributesText.indexOf('=')]; equals !== -1; equals = attributesText.indexOf('=', at)) {
    const name = attributesText.slice(at, equals).trim();
    at = equals + 1;
    while (attributesText[at] !== '"' && attributesText[at] !== "'") at += 1;
    const end = attributesText.indexOf(attributesText[at] ?? '', at + 1);
    const value = resolved(attributesText.slice(at + 1, end).replaceAll(/[\t\n]/g, ' '));
    at = end + 1;
    if (name === 'xmlns') declare(declared, '', value.trim());
    else if (name.startsWith('xmlns:')) declare(declared, name.slice('xmlns:'.length), value.trim());
    else given.push([name, value]);
  }
  if (given.length + declared.size > ATTRIBUTES_MAX) refuse(`more than ${ATTRIBUTES_MAX} attributes`);
  const [prefix, name] = split(tag);
  const attributes = given.some(([full]) => full.includes(':')) ? undefined : attributesOf(given, NO_DECLARATIONS);
  return { tag, prefix, name, declared, given, attributes, isEmpty: slash !== '' };
}

function attributesOf(given: StartTag['given'], scope: Scope): ReadonlyMap<string, string> {
  if (given.length === 0) return NO_ATTRIBUTES;
  const [attributes, seen] = [new Map<string, string>(), new Set<string>()];
  for (const [full, value] of given) {
    const [space, local] = split(full);
    const unique = space === '' ? local : `{${namespaceOf(space, scope)}}${local}`;
    if (seen.has(unique)) refuse(`the attribute ${local} comes twice`);
    seen.add(unique);
    // Those of extensions do not take the place of the element's own.
    if (space === '' || !attributes.has(local)) attributes.set(local, value);
  }
  return attributes;
}

/** The start tag at a place of the text, and its length. */
function startTagAt(text: string, at: number): readonly [start: StartTag, length: number] {
  const shown = text.slice(at, text.indexOf('>', at) + 1);
  const known = knownTags.get(shown);
  if (known !== undefined) return [known, shown.length];
  START_TAG.lastIndex = at;
  const found = START_TAG.exec(text) ?? refuse('a tag is damaged');
  const { length } = found[0];
  // A value may have the sign that ends the others.
  if (length !== shown.length || length > KNOWN_TAG_MAX_LENGTH) return [startTag(found), length];
  // Copied, or the tag would keep the whole message.
  const copy = Buffer.from(shown).toString();
  START_TAG.lastIndex = 0;
  const start = startTag(START_TAG.exec(copy) ?? found);
  if (knownTags.size >= KNOWN_TAGS_MAX) knownTags.clear();
  knownTags.set(copy, start);
  return [start, length];
}

function opened(start: StartTag, outer: Scope): OpenElement {
  const { declared, given, name, prefix, tag } = start;
  const scope = declared.size === 0 ? outer : { declared, outer };
  const namespace = namespaceOf(prefix, scope);
  return {
    tag,
    scope,
    name,
    namespace,
    children: [],
    text: '',
    attributes: start.attributes ?? attributesOf(given, scope),
  };
}

/**
 * Reads a document of bounded size: no document type, no entities but the five of XML, no processing instructions, UTF-8 or UTF-16.
 * @throws SoapFault
 */
export function readXml(bytes: Uint8Array): XmlElement {
  const text = decoded(bytes);
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  let elements = 0;
  let at = DECLARATION.exec(text)?.[0].length ?? 0;
  /** The name in the end tag here, which is passed. */
  const endTag = (expected: string | undefined) => {
    const end = at + 2 + (expected?.length ?? 0);
    if (expected !== undefined && text[end] === '>' && text.startsWith(expected, at + 2)) {
      at = end + 1;
      return expected;
    }
    END_TAG.lastIndex = at;
    const [, tag] = END_TAG.exec(text) ?? refuse('a tag is damaged');
    at = END_TAG.lastIndex;
    return tag;
  };
  /** The text before the next `end`, which is passed. */
  const upTo = (end: string, from: number) => {
    const found = text.indexOf(end, from);
    if (found === -1) refuse(`${end} is missing`);
    at = found + end.length;
    return text.slice(from, found);
  };
  const addText = (added: string) => {
    const current = open.at(-1);
    if (current === undefined) refuse('there is text outside of the element');
    current.text += added;
  };
  const close = (closed: OpenElement) => {
    closed.text = closed.text.trim();
    const parent = open.at(-1);
    if (parent === undefined) root = closed;
    else parent.children.push(closed);
  };
  for (;;) {
    const next = text.indexOf('<', at);
    const plain = text.slice(at, next === -1 ? undefined : next);
    if (plain.includes(']]>')) refuse(']]> is not accepted in text');
    if (open.length > 0 || /[^ \t\n]/.test(plain)) addText(resolved(plain));
    if (next === -1) break;
    at = next;
    if (text.startsWith('</', at)) {
      const closed = open.pop();
      const tag = endTag(closed?.tag);
      if (closed === undefined || closed.tag !== tag) return refuse('an element is closed that is not open');
      close(closed);
    } else if (text.startsWith('<!--', at)) {
      upTo('--', at + '<!--'.length);
      if (text[at] !== '>') refuse('a comment has --');
      at += 1;
    } else if (text.startsWith('<![CDATA[', at)) addText(upTo(']]>', at + '<![CDATA['.length));
    else if (text.startsWith('<!', at)) refuse('a document type is not accepted');
    else if (text.startsWith('<?', at)) refuse('processing instructions are not accepted');
    else {
      const [start, length] = startTagAt(text, at);
      at += length;
      elements += 1;
      if (root !== undefined) refuse('there is more than one element');
      if (elements > ELEMENTS_MAX) refuse(`more than ${ELEMENTS_MAX} elements`);
      if (open.length >= DEPTH_MAX) refuse(`elements are nested deeper than ${DEPTH_MAX}`);
      const element = opened(start, open.at(-1)?.scope ?? NO_DECLARATIONS);
      if (start.isEmpty) close(element);
      else open.push(element);
    }
  }
  if (open.length > 0) refuse('an element is not closed');
  return root ?? refuse('there is no element');
}

/** First child of this name, in any namespace: clients mix them up. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

export const children = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** Text of the element at the end of a path of names; undefined where it is absent or empty. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string | undefined {
  let current = element;
  for (const name of path) current = childOf(current, name);
  return current === undefined || current.text === '' ? undefined : current.text;
}
