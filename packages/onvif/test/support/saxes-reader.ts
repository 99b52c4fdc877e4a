import { SaxesParser } from 'saxes';
import type { XmlElement } from '../../src/soap/read-xml.ts';

/** The same tree by another reader, without limits; undefined for what is not well-formed. */
export function treeBySaxes(bytes: Uint8Array): XmlElement | undefined {
  const parser = new SaxesParser({ xmlns: true });
  const root = { children: [] as XmlElement[], text: '' };
  const open = [root];
  const add = (text: string) => {
    const current = open.at(-1);
    if (current !== undefined) current.text += text;
  };
  const refuse = () => {
    throw new SyntaxError();
  };
  parser.on('doctype', refuse);
  parser.on('processinginstruction', refuse);
  parser.on('error', refuse);
  parser.on('opentag', ({ attributes, local, uri }) => {
    const own = Object.values(attributes).filter(({ name, prefix }) => name !== 'xmlns' && prefix !== 'xmlns');
    // The element's own last: those of extensions do not take their place. Of two extensions the first one counts.
    const inOrder = [
      ...own.filter(({ prefix }) => prefix !== '').toReversed(),
      ...own.filter(({ prefix }) => prefix === ''),
    ];
    const named = new Map(inOrder.map((attribute) => [attribute.local, attribute.value]));
    const element = { name: local, namespace: uri, attributes: named, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed !== undefined) closed.text = closed.text.trim();
  });
  try {
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close();
  } catch {
    return undefined;
  }
  return root.children[0];
}
