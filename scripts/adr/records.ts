import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Decision records, the folder and its page. */
export const ADR_FOLDER = join(import.meta.dirname, '../../docs/adr');

interface AdrRecord {
  readonly file: string;
  readonly number: string;
  readonly title: string;
  /** Undefined where the record has no line `Status: ...`. */
  readonly status?: string | undefined;
  readonly text: string;
}

/** The name that follows from the title. */
export function nameOf({ number, title }: AdrRecord): string {
  const slug = title
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${number}-${slug}.md`;
}

export const adrRecords = (): readonly AdrRecord[] =>
  globSync('[0-9]*.md', { cwd: ADR_FOLDER })
    .sort()
    .map((file) => {
      const text = readFileSync(join(ADR_FOLDER, file), 'utf8');
      return {
        file,
        number: file.slice(0, 4),
        title: /^# (?:\d+\.? )?(.*)/.exec(text)?.[1] ?? '',
        status: /^Status: (.+?)\.?$/m.exec(text)?.[1],
        text,
      };
    });

/** docs/adr/README.md. */
export function adrIndex(records: readonly AdrRecord[]): string {
  const rows = records.map(
    ({ file, number, title, status }) => `| [${Number(number)}](${file}) | ${title} | ${status} |`,
  );
  return `<!-- Made by npm run docs from the files beside it. -->

# Decisions

A record for each choice that could be undone by accident: what was decided, why, and what follows from it. Each fits
on one screen: at most 300 words, in sentences of at most 30. [The form](template.md) is the same for all.

Numbers that are missing were merged into the record that they belong to, into a page of the docs, or into a comment.

| number | decision | status |
| --- | --- | --- |
${rows.join('\n')}
`;
}
