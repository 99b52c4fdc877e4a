/** Names of the placeholders of a template, such as `maxM` in `at most {maxM} m`. */
export type PlaceholdersOf<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never;

/** The template with `{name}` replaced by the value of that name, or by "unknown" if it is missing. Values are not expanded. */
export const fillTemplate = (template: string, values: Readonly<Record<string, unknown>> = {}): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(Object.hasOwn(values, name) ? values[name] : 'unknown'));

/** Longer texts are not matched against templates. */
const TEXT_LENGTH_MAX = 2000;
const SPECIAL = /[\\^$.*+?()[\]{}|]/g;

/** The values that a template was filled with, or undefined when the text does not match it. Of several readings the first and shortest. */
export function valuesOfTemplate(template: string, text: string): Readonly<Record<string, string>> | undefined {
  if (text.length > TEXT_LENGTH_MAX) return undefined;
  const parts = template.split(/\{(\w+)\}/);
  const names = parts.filter((_, index) => index % 2 === 1);
  const pattern = parts.map((part, index) => (index % 2 === 1 ? '(.*?)' : part.replaceAll(SPECIAL, '\\$&'))).join('');
  const found = new RegExp(`^${pattern}$`, 's').exec(text);
  return found === null ? undefined : Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? '']));
}
