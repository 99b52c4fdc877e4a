import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { Launched } from './support/launcher.ts';

describe('A station whose log nobody reads any more', () => {
  it('goes on, and stops in an orderly way', async () => {
    using folder = new TestFolder();
    using launched = new Launched(['serve', '--port', '0', '--data-dir', folder.path, '--sim-speed', '20'], {
      environment: {
        KITESTRING_VIDEO_ENABLED: 'false',
        KITESTRING_CONSOLE_ENABLED: 'false',
        KITESTRING_API_KEY: TEST_API_KEY,
      },
    });
    const [, url = ''] = await launched.printed(/"url":"(http:[^"]+)".*listening/);
    const key = { method: 'POST', body: new URLSearchParams({ client_secret: TEST_API_KEY }) };
    const answer = await fetch(`${url}/api/v1/auth/token/request`, key);
    const { access_token: token } = (await answer.json()) as { access_token: string };
    launched.process.stdout?.destroy();
    launched.process.stderr?.destroy();
    const ended = once(launched.process, 'exit');
    // A restart is a line of the log.
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { status } = await fetch(`${url}/sim/v1/reboot`, { method: 'POST', headers, body: '{"duration":1}' });
    assert.ok(status < 300, `${status}`);
    await until('an answer after the restart', async () => {
      assert.equal(launched.process.exitCode, null, 'it ended');
      return (await fetch(`${url}/api/v1/health`).catch(() => undefined))?.ok;
    });
    launched.process.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });
});
