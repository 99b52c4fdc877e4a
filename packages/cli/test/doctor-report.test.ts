import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { SETTING_LIST } from '@kitestring/settings/settings.ts';
import { NOTIFICATIONS, notificationName } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import { openStore } from '@kitestring/station-store/open-store.ts';
import { run } from './support/test-context.ts';

const SECRET = 'Geheim-4711-text';
/** Values by setting: every one that is never shown whole. */
const SECRET_VALUES: Record<string, string> = {
  api_key: `${SECRET}-a`,
  'mavlink.signing_passphrase': `${SECRET}-b`,
  ...Object.fromEntries(
    ['color', 'zoom', 'overview', 'thermal'].map((id) => [
      `video.push.${id}`,
      id === 'zoom'
        ? `srt://relay.example:9000?passphrase=${SECRET}-push`
        : `rtmps://relay.example/live/${SECRET}-push-${id}`,
    ]),
  ),
  'video.sources.color': `rtsp://ann:${SECRET}-c@192.0.2.1/main`,
  'video.sources.zoom': `rtsp://ann:${SECRET}-d@192.0.2.1/main`,
  'video.sources.overview': `rtsp://ann:${SECRET}-e@192.0.2.1/main`,
  'video.sources.thermal': `rtsp://ann:${SECRET}-f@192.0.2.1/main`,
};

describe('kitestring doctor --report', () => {
  it('has versions, findings, settings, sizes and the end of the log, and no secret of any setting', async () => {
    const hidden = SETTING_LIST.filter(({ masked, secret }) => secret === true || masked !== undefined);
    assert.deepEqual(hidden.map(({ name }) => name).sort(), Object.keys(SECRET_VALUES).sort());
    // Neither camera has all streams.
    for (const [model, absent] of [
      ['Camera 1st Generation', /zoom|overview/],
      ['Camera 2nd Generation', /color/],
    ] as const) {
      using folder = new TestFolder();
      const set = hidden.filter(({ name }) => !absent.test(name));
      const environment = Object.fromEntries(set.map(({ name, variable }) => [variable, SECRET_VALUES[name] ?? '']));
      const told = Object.values(environment).map(
        (value) => `refused ${value}, ${value.replace(/.*:(.*)@.*/, '$1')}\n`,
      );
      folder.file('api-key', `${SECRET}-first`);
      folder.file(
        'station.log',
        `${told.join('')}{"level":30,"token":"${SECRET}"}\npassword: ${SECRET}\nlanded, key ${SECRET}-first\n`,
      );
      const flags = ['--data-dir', folder.path, '--port', '0', '--report', 'report.md', '--log', 'station.log'];
      const config = folder.file('settings.yaml', `sim:\n  camera_model: ${model}\n`);
      const argv = ['doctor', '--config', config, ...flags];
      const { err } = await run(argv, { environment, folder: folder.path });
      assert.match(err, /^Report: .*report\.md\. Secrets and addresses are masked/);
      const report = readFileSync(path.join(folder.path, 'report.md'), 'utf8');
      for (const title of ['Versions', 'Findings', 'Settings', 'Data folder', 'Last notifications', 'End of the log'])
        assert.ok(report.includes(`\n## ${title}\n`), title);
      assert.match(report, /^ {4}Node \d+/m);
      assert.match(report, /^ {4}station\.log: 1 files, \d+ bytes$/m);
      assert.match(report, /^ {4}landed, key \*\*\*$/m);
      assert.ok(!report.includes(SECRET), report);
      if (process.platform !== 'win32') assert.equal(statSync(path.join(folder.path, 'report.md')).mode & 0o777, 0o600);
      const again = await run(argv, { environment, folder: folder.path });
      assert.equal(again.status, 1);
      assert.match(again.err, /--report: cannot write report\.md: EEXIST/);
    }
  });

  it('has the last notifications of the store', async () => {
    using folder = new TestFolder();
    const [entry] = Object.values(NOTIFICATIONS);
    const code = entry?.code ?? 0;
    using store = openStore(folder.path, { lock: true });
    store.notifications.put({ code, beginUs: 1_000_000, endUs: 2_000_000, parameters: { value: 7 } });
    const argv = ['doctor', '--data-dir', folder.path, '--port', '0', '--report', 'report.md'];
    await run(argv, { folder: folder.path });
    const report = readFileSync(path.join(folder.path, 'report.md'), 'utf8');
    const line = `1970-01-01T00:00:01.000Z to 1970-01-01T00:00:02.000Z: ${code} ${notificationName(code)} {"value":7}`;
    assert.ok(report.includes(`## Last notifications\n\n    ${line}\n`), report);
  });

  it('refuses --log alone, and a log that is not there', async () => {
    assert.equal((await run(['doctor', '--log', 'x'])).status, 2);
    using folder = new TestFolder();
    const argv = ['doctor', '--port', '0', '--data-dir', folder.path, '--report', 'r.md', '--log', 'none.log'];
    const { err, status } = await run(argv, { folder: folder.path });
    assert.equal(status, 1);
    assert.match(err, /--log: cannot read none\.log: ENOENT/);
  });
});
