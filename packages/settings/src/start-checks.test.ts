import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadSettings } from './load-settings.ts';
import { checkStart } from './start-checks.ts';

function start(flags: Record<string, string>, environment: Record<string, string> = {}): void {
  const texts = new Map(Object.entries({ 'data-dir': '/nowhere', ...flags }).map(([name, text]) => [name, [text]]));
  checkStart(loadSettings({ flags: texts, environment, folder: '/' }));
}

describe('a start', () => {
  it('needs no mode where only this machine can reach the station', () => {
    for (const host of ['127.0.0.1', '127.8.0.1', '::1', 'localhost']) start({ host });
    start({ listeners: '8443,[::1]:81' });
  });

  it('needs a mode on any other address, and says what to write', () => {
    const needed = /^--host: .*\(0\.0\.0\.0\).*tls\.mode: https_only.*"both".*"off"/;
    assert.throws(() => start({ host: '0.0.0.0' }), { name: 'SettingsFault', message: needed });
    assert.throws(() => start({ listeners: '10.0.0.5:443' }), /--listeners: .*10\.0\.0\.5/);
    assert.throws(() => start({ host: 'localhost', listeners: '10.0.0.5:443' }), { message: /^--listeners: / });
    for (const mode of ['both', 'https_only', 'off']) start({ host: '0.0.0.0', 'tls-mode': mode });
  });

  it('of a version without HTTPS says that only the clear is left', () => {
    const preview = { host: '0.0.0.0', 'api-version': '0.5.0' };
    assert.throws(
      () => start(preview),
      /api_version 0\.5\.0 has no HTTPS; write tls\.mode: off .*may read keys and tokens/,
    );
    start({ ...preview, 'tls-mode': 'off' });
    start({ 'api-version': '0.5.0' });
  });

  it('needs a key of 16 characters on any other address, and never shows it', () => {
    const abroad = { host: '0.0.0.0', 'tls-mode': 'https_only' };
    assert.throws(
      () => start(abroad, { KITESTRING_API_KEY: 'fifteen-letters' }),
      (error: Error) => {
        assert.match(error.message, /KITESTRING_API_KEY.*at least 16 characters, got 15/);
        return !error.message.includes('fifteen-letters');
      },
    );
    start(abroad, { KITESTRING_API_KEY: 'sixteen-letters!' });
    start({}, { KITESTRING_API_KEY: 'short' });
  });
});
