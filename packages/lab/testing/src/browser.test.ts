import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { missingChromium, type OpenBrowser, openBrowser, sharedBrowser } from './browser.ts';

const skip = await missingChromium();

describe('a browser for tests', { skip }, () => {
  let opened: OpenBrowser;
  let page: Page;

  before(async () => {
    opened = await openBrowser();
    page = await opened.browser.newPage();
  });
  after(() => opened?.[Symbol.asyncDispose]());

  it('runs the scripts of a page', async () => {
    assert.equal(await page.evaluate('1 + 1'), 2);
  });

  it('is one for those who come one after another, without the pages of those before', async () => {
    const first = await sharedBrowser();
    await first.browser.newPage();
    await first[Symbol.asyncDispose]();
    const second = await sharedBrowser();
    assert.equal(second.browser, first.browser);
    assert.equal(second.browser.contexts().length, 0);
    await second[Symbol.asyncDispose]();
  });

  it('says which program of which version it is', () => {
    assert.match(opened.description, /^Chromium \d+\.\d+.* at \/\S+$/);
  });

  it('decodes H.264, in media sources and in WebRTC', async () => {
    assert.equal(await page.evaluate(`MediaSource.isTypeSupported('video/mp4; codecs="avc1.42E01F"')`), true);
    const codecs = await page.evaluate<string[]>(
      `RTCRtpReceiver.getCapabilities('video').codecs.map((codec) => codec.mimeType)`,
    );
    assert.ok(codecs.includes('video/H264'), codecs.join(', '));
  });
});
