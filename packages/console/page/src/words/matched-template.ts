import { valuesOfTemplate } from '@kitestring/base/template.ts';

/** The template that a message was made of, and its values. */
export function matchedTemplate<Name>(
  templates: readonly (readonly [name: Name, template: string])[],
  message: string,
) {
  // The most literal first: a more general template may match the rest of the message as its value.
  for (const [name, template] of templates.toSorted(([, one], [, other]) => literals(other) - literals(one))) {
    const values = valuesOfTemplate(template, message);
    if (values !== undefined) return { name, values };
  }
  return undefined;
}

const literals = (template: string): number => template.replaceAll(/\{\w+\}/g, '').length;

/** The station's messages begin in lower case, as parts of a log line; on the page they stand alone. */
export const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
