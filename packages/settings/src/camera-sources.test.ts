import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { type LoadedSettings, loadSettings } from './load-settings.ts';
import { printSettings } from './print-settings.ts';
import { serverSettings } from './server-settings-of.ts';

const ZOOM = 'rtsp://user:geheim@192.168.1.50:554/main';

const load = (environment: Record<string, string>, flags: Record<string, string> = {}) =>
  loadSettings({
    environment,
    flags: new Map(Object.entries({ 'data-dir': '/nowhere', ...flags }).map(([name, text]) => [name, [text]])),
    folder: '/',
  });

function loadFile(yaml: string): LoadedSettings {
  const folder = mkdtempSync(path.join(tmpdir(), 'kitestring-sources-'));
  const config = path.join(folder, 'kitestring.yaml');
  writeFileSync(config, yaml);
  try {
    return load({}, { config });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const complaint = (act: () => unknown): string => {
  try {
    act();
  } catch (fault) {
    return (fault as Error).message;
  }
  throw new Error('it was taken');
};

describe('the addresses of real cameras', () => {
  it('are taken from the file, a variable and a flag, by the id of the stream', () => {
    const { values } = loadFile(`video:\n  sources:\n    zoom: ${ZOOM}\n    thermal: rtspu://10.0.0.2/ir\n`);
    assert.deepEqual(serverSettings(values, '1').video?.cameras, {
      zoom: { url: ZOOM, checksCertificate: true },
      thermal: { url: 'rtspu://10.0.0.2/ir', checksCertificate: true },
    });
    assert.equal(load({ KITESTRING_VIDEO_SOURCES_ZOOM: ZOOM }).values['video.sources.zoom'], ZOOM);
    assert.equal(load({}, { 'video-sources-zoom': ZOOM }).values['video.sources.zoom'], ZOOM);
  });

  it('are printed without their secrets, and read back as not set', () => {
    const printed = printSettings(load({ KITESTRING_VIDEO_SOURCES_ZOOM: ZOOM }));
    assert.match(
      printed,
      /^ {2}# sources\.zoom: rtsp:\/\/\*\*\*@192\.168\.1\.50:554\/main +# KITESTRING_VIDEO_SOURCES_ZOOM$/m,
    );
    assert.doesNotMatch(printed, /geheim/);
    assert.equal(loadFile(printed).values['video.sources.zoom'], undefined);
    const open = printSettings(load({ KITESTRING_VIDEO_SOURCES_ZOOM: 'rtsp://10.0.0.9/main' }));
    assert.equal(loadFile(open).values['video.sources.zoom'], 'rtsp://10.0.0.9/main');
  });

  it('are refused when they are none, without saying their secrets', () => {
    const wrong = complaint(() => load({ KITESTRING_VIDEO_SOURCES_ZOOM: 'http://user:geheim@10.0.0.9/' }));
    assert.match(wrong, /^KITESTRING_VIDEO_SOURCES_ZOOM: wrong value of video\.sources\.zoom: got "http:\/\/\*\*\*@10/);
    assert.match(wrong, /allowed: `rtsp:\/\//);
    assert.doesNotMatch(wrong, /geheim/);
  });

  it('are refused for a stream that no camera has, saying which there are', () => {
    const wrong = complaint(() => loadFile(`video:\n  sources:\n    colour: ${ZOOM}\n`));
    assert.match(wrong, /:3:5: unknown setting video\.sources\.colour.*allowed: color, zoom, overview, thermal$/);
  });

  it('are refused for a stream that the attached camera does not have', () => {
    const wrong = complaint(() => load({ KITESTRING_VIDEO_SOURCES_COLOR: ZOOM }));
    assert.match(
      wrong,
      /video\.sources\.color is no stream of the Camera 2nd Generation, whose streams are zoom, overview, thermal/,
    );
    assert.doesNotMatch(wrong, /geheim/);
    load({ KITESTRING_VIDEO_SOURCES_COLOR: ZOOM, KITESTRING_SIM_CAMERA_MODEL: 'Camera 1st Generation' });
  });
});
