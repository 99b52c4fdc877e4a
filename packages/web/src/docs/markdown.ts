/** Text for a table cell: no line break, no column separator, and no `<` that could be taken for HTML. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

/** A table in GitHub's Markdown. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

export const GENERATED_NOTE =
  '<!-- Generated from packages/station/contract by `npm run docs`. Change the contract, not this file. -->';
