import { Choice, Figure } from '../../src/parameter-ranges.ts';
import { PARAMETERS } from '../../src/parameters.ts';

/** A comment line about a parameter; it may stand above several of them. */
const COMMENT = /^\s*\/\*\* ?(?<text>.*?) ?\*\/$/;
const GROUP = /^ {2}(?<name>\w+): \{$/;
const GROUP_END = /^ {2}\},$/;
const FIGURE = /^ {4}(?<name>\w+): (?:figure\(|choice\()?(?<value>[^,]+),/;

const HEADING = ['| parameter | default | possible | what it is, and where it is from |', '| --- | ---: | --- | --- |'];

/**
 * The parameters as a Markdown table, from the text of the files in `parameters/`: their comments contain the sources.
 * @throws Error for a line in an unknown form
 */
export function parameterTable(sources: readonly string[]): string {
  let group = '';
  let comment = '';
  let above = '';
  const rows: string[] = [];
  for (const line of sources.flatMap(figureLines)) {
    const said = COMMENT.exec(line)?.groups?.text;
    const begun = GROUP.exec(line)?.groups?.name;
    if (said !== undefined) comment = said;
    else if (begun !== undefined) group = begun;
    else if (GROUP_END.test(line)) comment = '';
    else {
      rows.push(row(group, comment === above ? '' : comment, line));
      above = comment;
    }
  }
  return `${[...HEADING, ...rows].join('\n')}\n`;
}

/** The lines between the braces, each comment joined to one line. */
function figureLines(source: string): readonly string[] {
  const body = /^export const \w+_PARAMETERS = \{\n(?<body>.*?)^\};$/ms.exec(source)?.groups?.body;
  if (body === undefined) throw new Error('there are no default parameters in this file');
  return body
    .replaceAll(/\/\*\*.*?\*\//gs, (comment) => comment.replaceAll(/\s*\n\s*(?:\*(?!\/))?\s*/g, ' '))
    .replaceAll(/figure\(\n.*?\),$/gms, (call) => call.replaceAll(/\s*\n\s*/g, ''))
    .split('\n')
    .filter((line) => line.trim() !== '');
}

function row(group: string, comment: string, line: string): string {
  const { name, value } = FIGURE.exec(line)?.groups ?? {};
  if (name === undefined || value === undefined) throw new Error(`no figure in the form "name: value,": ${line}`);
  // The page says that a value without a source is assumed.
  const text = comment
    .trim()
    .replace(/(?<=\. )Assumed\.$/, '')
    .trim();
  const texts = [possible(group, name), text].map((text) => text.replaceAll('|', '\\|'));
  return `| \`${group}.${name}\` | ${value.replaceAll(/(?<=\d)_(?=\d)/g, '')} | ${texts.join(' | ')} |`;
}

/** Range of a parameter, whose reason a refusal tells. */
function possible(group: string, name: string): string {
  const groups: Readonly<Record<string, object>> = PARAMETERS;
  const found: unknown = Object.entries(groups[group] ?? {}).find(([each]) => each === name)?.[1];
  if (found instanceof Choice) return found.names.join(', ');
  if (!(found instanceof Figure)) return 'true or false';
  const [least, greatest] = found.range;
  return `${least} to ${greatest}`;
}
