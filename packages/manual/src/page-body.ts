import { existsSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { escaped } from '@kitestring/base/markup.ts';
import { Marked, type RendererObject, type Tokens } from 'marked';
import { headingAnchor } from './heading-anchor.ts';
import { type ManualSource, type ManualSources, ROOT } from './manual-sources.ts';
import { sizeAttributes } from './picture-size.ts';

export interface PageHeading {
  readonly id: string;
  readonly depth: number;
  readonly text: string;
}

export interface PageBody {
  readonly html: string;
  readonly headings: readonly PageHeading[];
  /** Path of each shown picture or film from the root, by its name on the site. */
  readonly pictures: ReadonlyMap<string, string>;
}

const PICTURE = /\.(png|svg|webm|webp)$/;
const FILM = /\.webm$/;

/** HTML of a page. Links lead to pages of the manual; files of the repository are named only. */
export function pageBody(source: ManualSource, pages: ManualSources['pages']): PageBody {
  const headings: PageHeading[] = [];
  const pictures = new Map<string, string>();
  const up = '../'.repeat(source.name.split('/').length - 1);
  const placeOf = (href: string): string => posix.join(posix.dirname(source.path), href);
  const shown = (href: string): string => {
    const place = placeOf(href);
    if (!PICTURE.test(href) || !existsSync(join(ROOT, place))) throw new Error(`${source.path}: no picture ${href}`);
    const name = `pictures/${basename(place)}`;
    pictures.set(name, place);
    return `${up}${name}`;
  };
  const ids = new Map<string, number>();
  const renderer: RendererObject = {
    heading({ depth, text, tokens }) {
      const anchor = headingAnchor(text);
      const before = ids.get(anchor) ?? 0;
      ids.set(anchor, before + 1);
      const id = before === 0 ? anchor : `${anchor}-${before}`;
      const html = this.parser.parseInline(tokens);
      headings.push({ id, depth, text: plainText(html) });
      const link = depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
      return `<h${depth} id="${id}">${html}${link}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const [picture] = tokens;
      if (FILM.test(href) && picture?.type === 'image') {
        const [film, poster] = [href, String(picture.href)].map(shown);
        return `<video controls muted preload="none"${sizeAttributes(join(ROOT, placeOf(String(picture.href))))} poster="${poster}" src="${film}" aria-label="${escaped(picture.text)}"></video>`;
      }
      const html = this.parser.parseInline(tokens);
      if (/^(https?|mailto):/.test(href)) return `<a href="${escaped(href)}">${html}</a>`;
      if (/^wss?:/.test(href)) return html;
      const [file = '', anchor] = href.split('#');
      const place = file === '' ? source.path : placeOf(file);
      const page = pages.get(place);
      if (page === undefined) return `<span class="source" title="${escaped(place)} in the repository">${html}</span>`;
      const hash = anchor === undefined ? '' : `#${anchor}`;
      return `<a href="${page === source ? '' : `${up}${page.name}`}${hash}">${html}</a>`;
    },
    image: ({ href, text }) =>
      `<img src="${shown(href)}" alt="${escaped(text)}"${sizeAttributes(join(ROOT, placeOf(href)))} loading="lazy">`,
    code: ({ lang, text }) => codeHtml(text, LANGUAGES[lang?.split(' ')[0] ?? '']),
    list: ({ items }) => items[0]?.text.startsWith('curl: ') === true && samplesHtml(items),
    table(token: Tokens.Table) {
      const cells = (tag: string, row: readonly Tokens.TableCell[]) =>
        row.map(
          (cell) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${this.parser.parseInline(cell.tokens)}</${tag}>`,
        );
      const rows = token.rows.map((row) => `<tr>${cells('td', row).join('')}</tr>`);
      const head = token.header.some(({ text }) => text !== '')
        ? `<thead><tr>${cells('th', token.header).join('')}</tr></thead>`
        : '';
      return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>\n${rows.join('\n')}\n</tbody></table></div>\n`;
    },
    html({ text }) {
      return text.replace(/<!--[\s\S]*?-->/g, '');
    },
  };
  const html = new Marked({ renderer }).parse(source.markdown, { async: false });
  return { html, headings, pictures };
}

/** A sample in several languages, each item a block. */
function samplesHtml(items: readonly Tokens.ListItem[]): string {
  const blocks = items.map(({ text }) => {
    const [, language, code = ''] = /^(\w+): `(.*)`$/.exec(text) ?? [];
    return codeHtml(code, language);
  });
  return `<div class="samples">${blocks.join('')}</div>\n`;
}

function codeHtml(text: string, label: string | undefined): string {
  const language = label === undefined ? '' : ` data-language="${label}"`;
  return `<div class="code"${language}><pre tabindex="0"><code>${escaped(text)}</code></pre></div>\n`;
}

const LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  js: 'JavaScript',
  ts: 'TypeScript',
  python: 'Python',
  json: 'JSON',
  yaml: 'YAML',
  html: 'HTML',
};

/** Text of HTML that we have made. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
