import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';

/** A clone, whose `docs` are the manual. */
export const ROOT = join(import.meta.dirname, '../../..');
const FIRST = 'docs/README.md';

/** A page of the manual. */
export interface ManualSource {
  /** Path of its Markdown from the root. */
  readonly path: string;
  /** Name of its file on the site, `hub/deploy.html`. */
  readonly name: string;
  readonly markdown: string;
  /** Its first heading. */
  readonly title: string;
}

/** A kind of reader, with the pages for it in reading order. */
interface ReaderPath {
  /** `I integrate: my software talks to a station` */
  readonly heading: string;
  /** Paths of the pages from the root. */
  readonly pages: readonly string[];
}

export interface ManualSources {
  readonly readers: readonly ReaderPath[];
  /** By path, the first page first. */
  readonly pages: ReadonlyMap<string, ManualSource>;
}

/** All pages: those of `docs`, and what its first page links to beside them. Decisions are for readers of the code. */
export function manualSources(): ManualSources {
  const first = read(FIRST);
  const readers = first
    .split(/^## /m)
    .slice(1)
    .map((text) => ({ heading: text.slice(0, text.indexOf('\n')), pages: [...new Set(linkedPages(text))] }));
  const found = globSync('docs/**/*.md', { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'));
  const paths = [FIRST, ...readers.flatMap(({ pages }) => pages), ...found.sort()].filter(isOfManual);
  const pages = new Map([...new Set(paths)].map((path) => [path, source(path)]));
  if (new Set([...pages.values()].map(({ name }) => name)).size < pages.size)
    throw new Error('two pages have one name');
  return { readers: readers.map((reader) => ({ ...reader, pages: reader.pages.filter(isOfManual) })), pages };
}

const isOfManual = (path: string): boolean => !path.startsWith('docs/adr/');

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const linkedPages = (markdown: string): string[] =>
  [...markdown.matchAll(/\]\(([^):#\s]+\.md)[)#]/g)].map(([, link = '']) => posix.join(dirname(FIRST), link));

function source(path: string): ManualSource {
  const markdown = read(path);
  const title = /^# (.*)$/m.exec(markdown)?.[1] ?? path;
  return { path, name: nameOf(path), markdown, title: title.replaceAll('`', '') };
}

/** `docs/hub/deploy.md` as `hub/deploy.html`, and the README of a package by the package: `client.html`. */
function nameOf(path: string): string {
  if (path === FIRST) return 'index.html';
  const own = path.startsWith('docs/') ? path.slice('docs/'.length) : basename(path.replace(/\/README\.md$/, '.md'));
  return own.replace(/\.md$/, '.html').toLowerCase();
}
