import { escaped } from '@kitestring/base/markup.ts';
import type { ManualSource, ManualSources } from './manual-sources.ts';
import type { PageBody, PageHeading } from './page-body.ts';

export interface ManualOptions {
  /** Path of the interactive reference, where a station or a hub serves the manual; absent in files for any server. */
  readonly reference?: string;
  /** Version of the program that the pages are about. */
  readonly version: string;
  /** The folder of the files is beside those of other versions, and `versions.js` lists them. */
  readonly hasVersions?: boolean;
}

interface PageHtmlOptions extends ManualOptions {
  readonly sources: ManualSources;
  readonly source: ManualSource;
  readonly body: PageBody;
}

/** Chapters in the contents of a page; with more, only its parts are listed. */
const CONTENTS_MAX = 40;

/** A complete page. Without inline script or style, so that a strict Content-Security-Policy can forbid both. */
export function pageHtml({ body, hasVersions = false, reference, source, sources, version }: PageHtmlOptions): string {
  const up = '../'.repeat(source.name.split('/').length - 1);
  const isFirst = source.name === 'index.html';
  const title = isFirst ? 'Kitestring manual' : `${source.title} · Kitestring manual`;
  const interactive = reference === undefined ? '' : `<a href="${reference}">Interactive reference</a>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escaped(description(body))}">
<title>${escaped(title)}</title>
<link rel="icon" href="${up}kite.svg">
<link rel="stylesheet" href="${up}docs.css">
<link rel="stylesheet" href="${up}manual.css">
${hasVersions ? `<script defer src="${up}../versions.js"></script>\n` : ''}<script defer src="${up}manual.js" data-up="${up}"></script>
</head>
<body class="manual">
<a class="skip" href="#manual-text">Skip to the text</a>
<header class="top"><a class="brand" href="${up}index.html"><img src="${up}kite.svg" alt="" width="28" height="28">Kitestring</a>
<a class="to-pages" href="#manual-pages">All pages</a>
<search hidden><input type="search" id="manual-search" placeholder="Search" aria-label="Search the manual" autocomplete="off" spellcheck="false" maxlength="100">
<div class="found" hidden><p role="status"></p><ol></ol></div></search>
<p class="version" data-version="${escaped(version)}">Version ${escaped(version)}</p>
<nav aria-label="Reference">${interactive}</nav></header>
<div class="columns">
<main id="manual-text">
${isFirst ? body.html.replace('</h1>', `</h1>${readerCards(sources)}`) : body.html}
${turns(sources, source, up)}
</main>
${contents(body.headings)}
<nav class="pages" id="manual-pages" aria-label="Pages">${readerGroups(sources, source, up)}</nav>
</div>
</body>
</html>
`;
}

/** Its first paragraph. */
function description({ html }: PageBody): string {
  const [, paragraph = ''] = /<p>([\s\S]*?)<\/p>/.exec(html) ?? [];
  return paragraph
    .replace(/<[^>]*>|&\w+;/g, '')
    .replace(/\s+/g, ' ')
    .slice(0, 160);
}

const pagesOf = (sources: ManualSources, paths: readonly string[]): ManualSource[] =>
  paths.flatMap((path) => sources.pages.get(path) ?? []);

function readerCards({ pages, readers }: ManualSources): string {
  const cards = readers.map(({ heading, pages: [first = ''] }) => {
    const [reader = '', purpose = ''] = heading.split(': ');
    const page = pages.get(first);
    const begin = page === undefined ? '' : `<p><a href="${page.name}">Begin: ${escaped(page.title)}</a></p>`;
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^a-z ]/g, '')
      .replaceAll(' ', '-');
    return `<li><h2><a href="#${anchor}">${escaped(reader)}</a></h2>${purpose === '' ? '' : `<p>${escaped(purpose)}</p>`}${begin}</li>`;
  });
  return `\n<ul class="readers">${cards.join('\n')}</ul>`;
}

function readerGroups(sources: ManualSources, current: ManualSource, up: string): string {
  const own = sources.readers.find(({ pages }) => pages.includes(current.path));
  return sources.readers
    .map((reader) => {
      const links = pagesOf(sources, reader.pages).map(
        (page) =>
          `<li><a href="${up}${page.name}"${page === current ? ' aria-current="page"' : ''}>${escaped(page.title)}</a></li>`,
      );
      return `<details${reader === own ? ' open' : ''}><summary>${escaped(reader.heading.split(': ')[0] ?? '')}</summary><ul>\n${links.join('\n')}</ul></details>`;
    })
    .join('\n');
}

function contents(headings: readonly PageHeading[]): string {
  const parts = headings.filter(({ depth }) => depth === 2 || depth === 3);
  const listed = parts.length <= CONTENTS_MAX ? parts : parts.filter(({ depth }) => depth === 2);
  if (listed.length < 2) return '';
  const links = listed.map(
    ({ depth, id, text }) => `<li class="depth-${depth}"><a href="#${id}">${escaped(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>\n${links.join('\n')}</ul></nav>`;
}

/** The pages before and after it on the path that it belongs to. */
function turns(sources: ManualSources, current: ManualSource, up: string): string {
  const reader = sources.readers.find(({ pages }) => pages.includes(current.path));
  const pages = pagesOf(sources, reader?.pages ?? []);
  const index = pages.indexOf(current);
  const link = (page: ManualSource | undefined, rel: string, text: string) =>
    page === undefined ? '' : `<a rel="${rel}" href="${up}${page.name}">${text}: ${escaped(page.title)}</a>`;
  const both = index < 0 ? '' : link(pages[index - 1], 'prev', 'Before') + link(pages[index + 1], 'next', 'Next');
  return both === '' ? '' : `<nav class="turns" aria-label="Reading order">${both}</nav>`;
}
