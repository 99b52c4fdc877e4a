import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { loadSettings } from './load-settings.ts';
import { printSettings } from './print-settings.ts';

const load = (environment: Record<string, string>, flags: Record<string, string>) =>
  loadSettings({
    environment,
    flags: new Map(Object.entries(flags).map(([name, text]) => [name, [text]])),
    folder: '/somewhere',
  });

describe('printSettings', () => {
  it('says where each value came from and hides secrets', () => {
    const printed = printSettings(
      load({ KITESTRING_API_KEY: 'geheim', KITESTRING_SIM_SPEED: '20' }, { port: '0', 'data-dir': '/nowhere' }),
    );
    assert.match(printed, /^port: 0 +# --port$/m);
    assert.match(printed, /^sim:\n {2}speed: 20 +# KITESTRING_SIM_SPEED$/m);
    assert.match(printed, /^ {2}altitude_hard_max_m: 45 +# default$/m);
    assert.match(printed, /^# api_key: \*{8} +# KITESTRING_API_KEY$/m);
    assert.doesNotMatch(printed, /geheim/);
    assert.match(printed, /^ {2}# key_file: not set +# default$/m);
  });

  it('prints what, read back, gives the same settings', () => {
    const loaded = load(
      {
        KITESTRING_SYSTEM_MODEL: "a: 'b' # c",
        KITESTRING_LISTENERS: '80,[::1]:443',
        KITESTRING_CONSOLE_MAP_ATTRIBUTION: "It's © by\nthe people of a map, and by many more of them\n",
      },
      { 'data-dir': '/x y/#z\n "folder"', 'sim-speed': '0.5', 'log-format': 'json' },
    );
    const folder = mkdtempSync(path.join(tmpdir(), 'kitestring-print-'));
    const config = path.join(folder, 'printed.yaml');
    writeFileSync(config, printSettings(loaded));
    assert.deepEqual(load({}, { config }).values, loaded.values);
    rmSync(folder, { recursive: true });
  });
});
