import { escaped } from '@kitestring/base/markup.ts';

/** One line of Markdown as HTML: only `code` is supported. */
export const inlineHtml = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** A name in capitals as code that may wrap at its underscores. */
export const codeName = (name: string): string => `<code>${escaped(name).replaceAll('_', '_<wbr>')}</code>`;

export interface HtmlRow {
  readonly id: string;
  /** HTML of each cell. */
  readonly cells: readonly string[];
}

/** A table with linkable rows. */
export function htmlTable(head: readonly string[], rows: readonly HtmlRow[]): string {
  const headCells = head.map((text) => `<th scope="col">${escaped(text)}</th>`).join('');
  const bodyRows = rows.map(
    ({ id, cells }) => `<tr id="${escaped(id)}">${cells.map((html) => `<td>${html}</td>`).join('')}</tr>`,
  );
  return `<div class="table"><table><thead><tr>${headCells}</tr></thead>\n<tbody>\n${bodyRows.join('\n')}\n</tbody></table></div>`;
}

/** A page in the header's navigation. */
export interface PageLink {
  readonly path: string;
  readonly title: string;
}

const link =
  (current: string) =>
  ({ path, title }: PageLink) =>
    `<a href="${path}"${title === current ? ' aria-current="page"' : ''}>${title}</a>`;

interface HtmlPage {
  readonly title: string;
  /** Navigation links, in order; the page with the same title is the current one. */
  readonly links: readonly PageLink[];
  readonly introduction?: string;
  /** HTML between header and footer. */
  readonly body: string;
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
}

/** A complete page of the reference. Without inline script, so that a strict Content-Security-Policy can forbid it. */
export function htmlPage({ title, links, introduction, body, styles = [], scripts = [] }: HtmlPage): string {
  const styleLinks = [...styles, '/docs/docs.css'].map((href) => `<link rel="stylesheet" href="${href}">`);
  const scriptLinks = scripts.map((src) => `<script defer src="${src}"></script>`);
  const heading =
    introduction === undefined ? '' : `<h1>${title}</h1>\n<p class="introduction">${inlineHtml(introduction)}</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Kitestring</title>
<link rel="icon" href="/docs/kite.svg">
${[...styleLinks, ...scriptLinks].join('\n')}
</head>
<body>
<header class="top"><a class="brand" href="/docs"><img src="/docs/kite.svg" alt="" width="28" height="28">Kitestring</a>
<nav aria-label="Reference">${links.map(link(title)).join('\n')}</nav></header>
<main>
${heading}
${body}
</main>
</body>
</html>
`;
}
