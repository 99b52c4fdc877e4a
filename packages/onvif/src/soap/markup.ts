import { escaped } from '@kitestring/base/markup.ts';

/** Well-formed XML; everything else is escaped when it is put into a template. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Markup | readonly Markup[] | string | number | boolean | undefined;

/** XML by a tagged template: values are escaped, fragments are joined, undefined is left out. */
export function xml(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  let text = parts[0] ?? '';
  for (let index = 0; index < values.length; index += 1) text += textOf(values[index]) + (parts[index + 1] ?? '');
  return new Markup(text);
}

function textOf(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escaped(String(value));
}

const NOTHING = new Markup('');

/** An element whose name depends on the service that writes it. @param attributes as they stand in the tag */
export function element(name: string, content: Markup, attributes = NOTHING): Markup {
  const space = attributes.text === '' ? '' : ' ';
  return new Markup(`<${name}${space}${attributes.text}>${content.text}</${name}>`);
}
