import { exampleMessage } from '@kitestring/contract/errors.ts';
import { errorGroups } from './error-groups.ts';
import { codeName, htmlPage, htmlTable, inlineHtml, type PageLink } from './html.ts';
import { GENERATED_NOTE, markdownTable } from './markdown.ts';

const INTRODUCTION =
  'Every error is answered with `{code, message}` in JSON. `code` is stable: branch on it. `message` is for people and names the field, the limit and the value. A validation error adds `details: [{path, message}]`.';

export function errorsMarkdown(): string {
  const sections = errorGroups().map(({ status, title, errors }) => {
    const rows = errors.map(({ code, meaning, remedy, where }) => [`\`${code}\``, meaning, remedy, where]);
    return `## ${status}: ${title}\n\n${markdownTable(['code', 'what happened', 'what to do', 'where'], rows)}\n`;
  });
  return [GENERATED_NOTE, '# Errors', '', INTRODUCTION, '', ...sections].join('\n');
}

export function errorsHtml(links: readonly PageLink[]): string {
  const sections = errorGroups().map(({ status, title, errors }) => {
    const rows = errors.map(({ code, meaning, remedy, where }) => ({
      id: code,
      cells: [
        codeName(code),
        `${inlineHtml(meaning)}<br><span class="example">${inlineHtml(exampleMessage(code))}</span>`,
        inlineHtml(remedy),
        inlineHtml(where).replaceAll('/', '/<wbr>'),
      ],
    }));
    const table = htmlTable(['Code', 'What happened, and an example', 'What to do', 'Where'], rows);
    return `<h2 id="status-${status}">${status} ${inlineHtml(title)}</h2>\n${table}`;
  });
  return htmlPage({ links, title: 'Error codes', introduction: INTRODUCTION, body: sections.join('\n') });
}
