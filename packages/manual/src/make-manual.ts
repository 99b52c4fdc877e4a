import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docsAsset } from '@kitestring/web/docs';
import { manualSources, ROOT } from './manual-sources.ts';
import { pageBody } from './page-body.ts';
import { type ManualOptions, pageHtml } from './page-html.ts';
import { searchPage, searchScript } from './search-data.ts';

/** Every file of the manual by its name, `hub/deploy.html`: pages, pictures, style, script and texts to search. @throws for a page that cannot be made */
export function makeManual(given: Partial<ManualOptions> = {}): ReadonlyMap<string, Buffer> {
  const options = { version: ownVersion(), ...given };
  const sources = manualSources();
  const files = new Map<string, Buffer>();
  const pictures = new Map<string, string>();
  const searched = [...sources.pages.values()].map((source) => {
    const body = pageBody(source, sources.pages);
    files.set(source.name, Buffer.from(pageHtml({ ...options, body, source, sources })));
    for (const [name, path] of body.pictures) {
      if ((pictures.get(name) ?? path) !== path) throw new Error(`two pictures are ${name}`);
      pictures.set(name, path);
    }
    return searchPage(source, body);
  });
  for (const [name, path] of pictures) files.set(name, readFileSync(join(ROOT, path)));
  for (const name of ['docs.css', 'kite.svg'] as const) files.set(name, docsAsset(name).body());
  for (const name of ['manual.css', 'manual.js']) {
    files.set(name, readFileSync(join(import.meta.dirname, 'assets', name)));
  }
  return files.set('search-data.js', Buffer.from(searchScript(searched)));
}

const ownVersion = (): string => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;
