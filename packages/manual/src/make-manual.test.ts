import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { makeManual } from './make-manual.ts';
import { MOVED_PAGES } from './moved-pages.ts';
import type { SearchPage } from './search-data.ts';

const FIRST_LOAD_BYTES = 100_000;

const files = makeManual({ reference: '/docs' });
const textOf = (name: string): string => files.get(name)?.toString() ?? assert.fail(`no ${name}`);
const pages = [...files.keys()].filter((name) => name.endsWith('.html'));
const idsOf = (name: string) => new Set([...textOf(name).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
const ids = new Map(pages.map((name) => [name, idsOf(name)]));

describe('the manual', () => {
  it('has a path for each of five readers on its first page', () => {
    const readers = [...textOf('index.html').matchAll(/<h2><a href="#([^"]*)">([^<]*)<\/a><\/h2>/g)];
    assert.deepEqual(
      readers.map(([, , reader]) => reader),
      ['I integrate', 'I operate', 'I run a station or a hub', 'I build an aircraft', 'I contribute'],
    );
    for (const page of [
      'integrator/first-client.html',
      'operator/first-flight.html',
      'administrator/debian.html',
      'builder/real-aircraft.html',
      'contributing.html',
    ]) {
      assert.ok(textOf('index.html').includes(`<li><a href="${page}">`), page);
    }
  });

  it('leads from every page to pages, headings, pictures and files that exist', () => {
    const broken = pages.flatMap((page) =>
      [...textOf(page).matchAll(/(?:href|src)="([^"]*)"/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^(https?|mailto):/.test(target) && target !== '/docs')
        .filter((target) => {
          const [file = '', anchor] = target.split('#');
          const name = file === '' ? page : posix.join(posix.dirname(page), file);
          return !files.has(name) || (anchor !== undefined && ids.get(name)?.has(anchor) !== true);
        })
        .map((target) => `${page}: ${target}`),
    );
    assert.deepEqual(broken, []);
  });

  it('knows where a page is that moved, and has no page at its old name', () => {
    assert.ok(MOVED_PAGES.size > 30);
    for (const [old, now] of MOVED_PAGES) assert.ok(!files.has(old) && files.has(now), `${old}: ${now}`);
  });

  it('gives each heading of a page its own anchor', () => {
    for (const page of pages) {
      const all = [...textOf(page).matchAll(/ id="([^"]*)"/g)];
      assert.equal(all.length, ids.get(page)?.size, page);
    }
  });

  it('keeps room for its pictures, so that nothing jumps when they come', () => {
    assert.match(textOf('operator/first-flight.html'), /console\.webp" alt="[^"]*" width="1280" height="800"/);
    assert.match(textOf('operator/hub-page.html'), /hub-map\.png" alt="[^"]*" width="\d{3,4}" height="\d{3,4}"/);
  });

  it('loads nothing from elsewhere and has nothing inline that a policy would forbid', () => {
    for (const page of pages) {
      const html = textOf(page);
      assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|<style|\sstyle="|\son\w+="|javascript:/, page);
      assert.doesNotMatch(html, /<(?:script|img|link)[^>]*(?:src|href)="(?:https?:)?\/\//, page);
    }
    for (const name of ['docs.css', 'manual.css', 'manual.js'])
      assert.doesNotMatch(textOf(name), /https?:|url\(|@import/);
  });

  it('says in Markdown no more that is not shown: no comment, no table or link that was not understood', () => {
    for (const page of pages) {
      const text = textOf(page).replace(/<(pre|code)\b[\s\S]*?<\/\1>/g, '');
      assert.doesNotMatch(text, /<!--|\]\((?!\))|^\|.*\|$|\*\*\w/m, page);
    }
  });

  it('shows the samples of an operation as blocks of code, one for each language', () => {
    const [, section = ''] = textOf('reference/api.html').split('id="post-v1flightcontroltake_off"');
    const [, samples = ''] = /<div class="samples">(.*?)\n<\/div>/s.exec(section) ?? [];
    const languages = [...samples.matchAll(/<div class="code" data-language="(\w+)"><pre tabindex="0"><code>\w/g)];
    assert.deepEqual(
      languages.map(([, language]) => language),
      ['curl', 'TypeScript', 'Python'],
    );
  });

  it('names the version that it is about, and leads to others only where some can be beside it', () => {
    assert.match(textOf('index.html'), /<p class="version" data-version="\d+\.\d+\.\d+[^"]*">/);
    assert.doesNotMatch(textOf('index.html'), /versions\.js/);
    const page = String(makeManual({ version: '9.8.7', hasVersions: true }).get('hub/deploy.html'));
    assert.match(page, /src="\.\.\/\.\.\/versions\.js".*data-version="9\.8\.7"/s);
  });

  it('is below 100 kB compressed for the first load of any page, the first picture included', () => {
    const size = (name: string) => gzipSync(textOf(name)).length;
    const shared = ['docs.css', 'manual.css', 'manual.js', 'kite.svg'].reduce((sum, name) => sum + size(name), 0);
    for (const page of pages) {
      const [, picture] = /(?:poster|<img src)="([^"]*\.(?:png|web[mp]))"/.exec(textOf(page)) ?? [];
      const shown = picture === undefined ? 0 : (files.get(posix.join(posix.dirname(page), picture))?.length ?? 0);
      const bytes = shared + size(page) + shown;
      assert.ok(bytes < FIRST_LOAD_BYTES, `${page}: ${bytes}`);
    }
  });

  it('has the text of every chapter for its search, by the anchor that leads there', () => {
    const [, json = ''] = /^globalThis\.manualPages = (.*);$/m.exec(textOf('search-data.js')) ?? [];
    const searched = JSON.parse(json) as readonly SearchPage[];
    assert.deepEqual(searched.map(([name]) => name).sort(), pages.toSorted());
    for (const [name, , chapters] of searched) {
      for (const [anchor] of chapters) assert.ok(anchor === '' || ids.get(name)?.has(anchor), `${name}#${anchor}`);
    }
    const [, , takeOff] =
      searched
        .find(([name]) => name === 'reference/api.html')?.[2]
        .find(([anchor]) => anchor === 'post-v1flightcontroltake_off') ?? [];
    assert.match(takeOff ?? '', /^Take off\. /);
  });

  it('links to an interactive reference only where there is one', () => {
    assert.match(textOf('reference/klv.html'), /href="\/docs"/);
    const alone = makeManual();
    assert.doesNotMatch(String(alone.get('reference/klv.html')), /href="\//);
  });
});
