import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { escaped } from '@kitestring/base/markup.ts';
import { MANUAL_LINK } from '@kitestring/manual/manual-routes.ts';
import { ERRORS } from '@kitestring/station-contract/errors.ts';
import { NOTIFICATIONS } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import { inlineHtml } from '@kitestring/web/docs';
import { docsFiles } from './docs-page.ts';

const files = docsFiles({ isReplay: false, isSimulated: true });
const text = (path: string): string => files.get(path)?.body().toString() ?? '';
const pages = [...files].filter(([, { contentType }]) => contentType.startsWith('text/html'));

describe('the docs pages', () => {
  it('need nothing but what is served', () => {
    const served = new Set([
      ...files.keys(),
      MANUAL_LINK.path,
      '/openapi.json',
      '/openapi-3.0.json',
      '/asyncapi.json',
      ...['sim', 'admin', 'station', 'video'].map((name) => `/${name}/v1/openapi.json`),
    ]);
    for (const [path, file] of pages) {
      const links = [
        ...file
          .body()
          .toString()
          .matchAll(/(?:href|src)="([^"]*)"/g),
      ].map(([, target = '']) => target);
      assert.ok(links.length > 5, path);
      for (const target of links) assert.ok(served.has(target), `${path}: ${target}`);
    }
  });

  it('have no script and no handler inside, so that the Content-Security-Policy can forbid them', () => {
    for (const [path, file] of pages) {
      const html = file.body().toString();
      assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)/, path);
      assert.doesNotMatch(html, /\son\w+=|javascript:/, path);
    }
  });

  it('ask no other server in their own scripts and styles', () => {
    for (const path of ['/docs/operations.js', '/docs/topics.js', '/docs/docs.css']) {
      assert.deepEqual(text(path).match(/https?:\/\/|@import|url\(/g), null, path);
    }
    assert.match(text('/docs/operations.js'), /validatorUrl: null/);
  });

  it('are read once', () => {
    const file = files.get('/docs/swagger-ui-bundle.js');
    const first = file?.body();
    assert.ok(first !== undefined && first.length > 1_000_000);
    assert.equal(file?.body() === first, true);
  });

  it('have a row, which can be linked to, for every error and notification', () => {
    for (const code of Object.keys(ERRORS)) assert.ok(text('/docs/errors').includes(`<tr id="${code}">`), code);
    for (const [name, { code }] of Object.entries(NOTIFICATIONS)) {
      assert.ok(text('/docs/notifications').includes(`<tr id="${code}">`), name);
    }
  });
});

describe('the page of licences', () => {
  it('names the packages, and what is in the codec binary, with their licences', () => {
    const html = text('/licences');
    for (const row of [
      '<td>ws</td><td>',
      '<td>x264</td><td>GPL-2.0-or-later</td>',
      '<td>x265</td><td>GPL-2.0-or-later</td>',
      '<td>Fraunhofer FDK AAC</td><td>FDK-AAC</td>',
    ]) {
      assert.ok(html.includes(row), row);
    }
    assert.doesNotMatch(html, /biome/);
  });
});

describe('text in HTML', () => {
  it('is escaped', () => {
    assert.equal(escaped('<a href="x">&</a>'), '&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;');
    assert.equal(inlineHtml('`bearer.<token>` & more'), '<code>bearer.&lt;token&gt;</code> &amp; more');
  });
});
