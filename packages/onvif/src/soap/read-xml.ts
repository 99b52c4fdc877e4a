import { SaxesParser } from 'saxes';
import { SoapFault, wellFormedFault } from './soap-fault.ts';

/** An element with its namespace resolved. */
export interface XmlElement {
  /** Name without prefix. */
  readonly name: string;
  readonly namespace: string;
  /** By name without prefix. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children, trimmed. */
  readonly text: string;
}

const DEPTH_MAX = 32;
const ELEMENTS_MAX = 2000;
const ATTRIBUTES_MAX = 64;

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a document of bounded size: no document type, no entities but the five of XML, no processing instructions, UTF-8 only.
 * @throws SoapFault
 */
export function readXml(bytes: Uint8Array): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  let elements = 0;
  const refuse = (reason: string) => {
    throw wellFormedFault(reason);
  };
  parser.on('doctype', () => refuse('a document type is not accepted'));
  parser.on('processinginstruction', () => refuse('processing instructions are not accepted'));
  parser.on('error', ({ message }) => refuse(message));
  parser.on('opentag', ({ attributes, local, uri }) => {
    elements += 1;
    const given = Object.values(attributes);
    if (elements > ELEMENTS_MAX) refuse(`more than ${ELEMENTS_MAX} elements`);
    if (open.length >= DEPTH_MAX) refuse(`elements are nested deeper than ${DEPTH_MAX}`);
    if (given.length > ATTRIBUTES_MAX) refuse(`more than ${ATTRIBUTES_MAX} attributes`);
    const named = new Map(given.map((attribute) => [attribute.local, attribute.value]));
    open.push({ name: local, namespace: uri, attributes: named, children: [], text: '' });
  });
  const addText = (text: string) => {
    const current = open.at(-1);
    if (current !== undefined) current.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed === undefined) return;
    closed.text = closed.text.trim();
    const parent = open.at(-1);
    if (parent === undefined) root = closed;
    else parent.children.push(closed);
  });
  try {
    parser.write(UTF_8.decode(bytes)).close();
  } catch (error) {
    throw error instanceof SoapFault ? error : wellFormedFault('the text is not UTF-8');
  }
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
