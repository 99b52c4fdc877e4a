import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const SCRIPT = join(import.meta.dirname, '../scripts/bare-machine.mjs');

const onBareMachine = (command: string) => {
  const env = { ...process.env, SECRET_OF_THIS_MACHINE: '1' };
  return spawnSync(process.execPath, [SCRIPT, 'sh', '-c', command], { encoding: 'utf8', env });
};

describe('the bare machine that CI tests on', () => {
  it('has Node and npm, and neither ffmpeg nor a browser nor what else somebody has installed', () => {
    const { stdout } = onBareMachine(
      'for name in node npm sh ffmpeg chromium git; do command -v $name >/dev/null && echo "has $name"; done',
    );
    if (stdout.includes('no dpkg')) return assert.match(stdout, /the PATH is as it is/);
    assert.deepEqual(stdout.match(/has \w+/g), ['has node', 'has npm', 'has sh']);
  });

  it('has an empty environment, and no network but its own, or says why not', () => {
    const { stdout } = onBareMachine(
      `node -p '[process.env.SECRET_OF_THIS_MACHINE, ...Object.keys(os.networkInterfaces())].join()'`,
    );
    const [lastLine] = stdout.trim().split('\n').slice(-1);
    if (stdout.includes('the network is as it is')) assert.match(lastLine ?? '', /^,/);
    else assert.match(lastLine ?? '', /^,lo,eth0,nobody$/);
  });

  it('ends as the command ends', () => {
    assert.equal(onBareMachine('exit 3').status, 3);
    assert.equal(onBareMachine('kill -TERM $$').status, 1);
  });
});
