/** A line of the file that says what a figure is; a comment may stand above several of them. */
const COMMENT = /^\s*\/\*\* ?(?<text>.*?) ?\*\/$/;
const GROUP = /^ {2}(?<name>\w+): \{$/;
const GROUP_END = /^ {2}\},$/;
const FIGURE = /^ {4}(?<name>\w+): (?<value>[^,]+),(?: \/\/.*)?$/;

const HEADING = ['| parameter | default | what it is, and where it is from |', '| --- | ---: | --- |'];

/**
 * The parameters as a Markdown table, from the text of `parameters.ts`: its comments are where the sources stand.
 * @throws Error for a line in a form that is not known here
 */
export function parameterTable(source: string): string {
  let group = '';
  let comment = '';
  const rows: string[] = [];
  for (const line of figureLines(source)) {
    const said = COMMENT.exec(line)?.groups?.text;
    const begun = GROUP.exec(line)?.groups?.name;
    if (said !== undefined) comment = said;
    else if (begun !== undefined) group = begun;
    else if (GROUP_END.test(line)) comment = '';
    else rows.push(row(group, comment, line));
  }
  return `${[...HEADING, ...rows].join('\n')}\n`;
}

/** The lines between the braces, with each comment in one. */
function figureLines(source: string): readonly string[] {
  const body = /^export const DEFAULT_PARAMETERS = \{\n(?<body>.*?)^\};$/ms.exec(source)?.groups?.body;
  if (body === undefined) throw new Error('there are no default parameters in this file');
  return body
    .replaceAll(/\/\*\*.*?\*\//gs, (comment) => comment.replaceAll(/\s*\n\s*\*?/g, ' '))
    .split('\n')
    .filter((line) => line.trim() !== '');
}

function row(group: string, comment: string, line: string): string {
  const { name, value } = FIGURE.exec(line)?.groups ?? {};
  if (name === undefined || value === undefined) throw new Error(`no figure in the form "name: value,": ${line}`);
  return `| \`${group}.${name}\` | ${value.replaceAll('_', '')} | ${comment.trim().replaceAll('|', '\\|')} |`;
}
