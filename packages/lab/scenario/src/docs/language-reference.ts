import { fileURLToPath } from 'node:url';
import { FIELDS, type Field } from '../condition/field.ts';
import { CommandForm, PLAIN_COMMANDS } from '../file/form/command-form.ts';
import { ExpectationForm } from '../file/form/expectation-form.ts';
import { allowedText, type FormKeywords, keywords } from '../file/form/form-keywords.ts';
import { ScenarioForm } from '../file/form/scenario-form.ts';
import { ClientForm, InitialForm, StationForm } from '../file/form/station-form.ts';
import { StepForm } from '../file/form/step-form.ts';

export const LANGUAGE_REFERENCE_FILE = fileURLToPath(
  new URL('../../../../../docs/reference/scenarios.md', import.meta.url),
);

/** Reference of scenario files, generated from the forms that validate them. */
export function languageReference(): string {
  return [
    '<!-- Made by `npm run docs` from packages/lab/scenario. Do not edit. -->',
    '# Scenario files',
    'What can stand in a scenario file. [The guide](../integrator/scenarios.md) explains it with examples. A time is `12 s`, `5 min` or `8 h`. A moment is the name of a step, or `start`, perhaps with `+ 5 s`.',
    '## The file',
    keysTable(keywords(ScenarioForm)),
    '### `station`',
    keysTable(keywords(StationForm)),
    '### `initial`',
    keysTable(keywords(InitialForm)),
    '### A client',
    keysTable(keywords(ClientForm)),
    '## Steps',
    'Steps happen in the order in which they stand. Each may have a name and one of `at`, `after`, `wait` and `when`; without one of them it happens right after the step before.',
    keysTable(milestone),
    ...stepSections(),
    '## Faults',
    'The values of `fault` and `wire_fault`, with their parameters and defaults, are in [faults](faults.md).',
    '## Expectations',
    'Each may have `why`: the reason, shown with a failure.',
    ...variants(ExpectationForm).flatMap((form) => [
      `### \`${form['x-key']}\``,
      `${form.description ?? ''}.`,
      keysTable(form, ['why']),
    ]),
    '## Fields of conditions',
    'A comparison with a field that is not known is false.',
    table(['field', 'unit or values', 'meaning'], Object.entries(FIELDS).map(fieldRow)),
    '',
  ].join('\n\n');
}

const variants = (schema: typeof StepForm | typeof ExpectationForm | typeof CommandForm): readonly FormKeywords[] =>
  keywords(schema).anyOf ?? [];

const steps = variants(StepForm);
const milestone = steps.find((form) => form['x-key'] === undefined) ?? {};
const triggerKeys = Object.keys(milestone.properties ?? {});

/** One section for each action of several keys, one table for the others; all faults of a kind share a section. */
function stepSections(): string[] {
  const byKey = [...Map.groupBy(steps, (form) => form['x-key'])];
  const actions = byKey.flatMap(([key, [form, ...others]]) => {
    if (key === undefined || form === undefined) return [];
    const { [key]: first = {}, ...rest } = form.properties ?? {};
    const own =
      others.length === 0
        ? first
        : { type: 'string' as const, description: 'Its type, one of the [faults](faults.md)' };
    const isOwn = (name: string) =>
      others.some(({ properties: { [name]: one = rest[name] } = {} }) => one?.description !== rest[name]?.description);
    const further = Object.entries(rest)
      .filter(([name]) => !triggerKeys.includes(name))
      .map(
        ([name, keyword]) => [name, isOwn(name) ? { ...keyword, description: 'As the type says' } : keyword] as const,
      );
    return [{ key, own, form: { ...form, properties: { [key]: own, ...Object.fromEntries(further) } } }];
  });
  const [single = [], several = []] = [true, false].map((isOne) =>
    actions.filter(({ form }) => (Object.keys(form.properties).length === 1) === isOne),
  );
  return [
    ...several.flatMap(({ form, key }) => [
      `### \`${key}\``,
      keysTable(form),
      ...(key === 'do' ? [commandsText()] : []),
    ]),
    '### Steps of one key',
    keysTable({ properties: Object.fromEntries(single.map(({ key, own }) => [key, own])) }),
  ];
}

function commandsText(): string {
  const plain = Object.entries(PLAIN_COMMANDS).map(([name, operation]) => [`\`${name}\``, `\`${operation}\``, '']);
  const others = variants(CommandForm).flatMap((form) => Object.entries(form.properties ?? {}));
  const rows = others.map(([name, form]) => [`\`${name}\``, form.description ?? '', membersText(form)]);
  return table(['command', 'what it asks', 'below it'], [...plain, ...rows]);
}

const membersText = ({ properties = {} }: FormKeywords): string =>
  Object.entries(properties)
    .map(([name, { description = '' }]) => `\`${name}\` ${description}`)
    .join('; ');

function keysTable({ properties = {}, required = [] }: FormKeywords, without: readonly string[] = []): string {
  const rows = Object.entries(properties)
    .filter(([name]) => !without.includes(name))
    .map(([name, form]) => [
      `\`${name}\`${required.includes(name) ? ' (needed)' : ''}`,
      form.description ?? '',
      valueText(form),
      form.default === undefined ? '' : `\`${String(form.default)}\``,
    ]);
  return table(['key', 'meaning', 'value', 'default'], rows);
}

const FORMAT_TEXTS: Readonly<Record<NonNullable<FormKeywords['x-format']>, string>> = {
  duration: 'a time',
  moment: 'a moment',
  condition: 'a condition',
  'step-name': 'a name',
  'fault-name': 'the name of a step with a fault, or `all`',
  'snapshot-name': 'the name of a snapshot',
  'client-name': 'the name of a client',
  notification: 'a name or a code',
  'date-time': 'RFC 3339',
  count: 'a number, `at least 1`, `at most 3`',
};

function valueText(form: FormKeywords): string {
  if (form['x-format'] !== undefined) return FORMAT_TEXTS[form['x-format']];
  if (form.type === 'object') return form.properties === undefined ? 'names, each with what follows it' : 'a mapping';
  if (form.anyOf !== undefined) return 'see below';
  const text = allowedText(form);
  return text.length > 200 ? 'one of many names' : text;
}

function fieldRow([name, field]: [string, Field]): string[] {
  const values = field.kind === 'state' ? field.values.map((value) => `\`${value}\``).join(' ') : '';
  const kind = { number: field.kind === 'number' ? field.unit : '', state: values, flag: 'yes or no', text: 'text' };
  return [`\`${name}\``, kind[field.kind], field.description];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
