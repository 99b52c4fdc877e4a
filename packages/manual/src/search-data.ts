import type { ManualSource } from './manual-sources.ts';
import { type PageBody, plainText } from './page-body.ts';

/** A chapter: the anchor of its heading, the heading, its text. */
type SearchChapter = readonly [anchor: string, heading: string, text: string];

/** A page and its chapters. */
export type SearchPage = readonly [name: string, title: string, chapters: readonly SearchChapter[]];

const HEADING = /<h[1-6] id="([^"]*)">/;

/** All texts of a page by chapter, for assets/manual.js. */
export function searchPage({ name, title }: ManualSource, { headings, html }: PageBody): SearchPage {
  const [, ...parts] = html.split(HEADING);
  const chapters = headings.map(({ depth, id, text }, index): SearchChapter => {
    const own = (parts[2 * index + 1] ?? '').replace(/^[\s\S]*?<\/h[1-6]>/, '');
    return [depth === 1 ? '' : id, depth === 1 ? '' : text, plainText(own)];
  });
  return [name, title, chapters];
}

/** A script, because a page that was opened as a file may load no other data. */
export const searchScript = (pages: readonly SearchPage[]): string =>
  `globalThis.manualPages = ${JSON.stringify(pages).replaceAll('<', '\\u003c')};\n`;
