import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { userFolder } from './user-folder.ts';

const on = (platform: NodeJS.Platform, environment: Record<string, string> = {}) => ({
  platform,
  environment,
  home: () => (platform === 'win32' ? 'C:\\Users\\ada' : '/home/ada'),
});

describe('the folder of a user', () => {
  it('is where the platform has it', () => {
    const folders = (['linux', 'darwin', 'win32'] as const).flatMap((platform) =>
      (['data', 'cache'] as const).map((kind) => userFolder(kind, on(platform))),
    );
    assert.deepEqual(folders, [
      '/home/ada/.local/share/kitestring',
      '/home/ada/.cache/kitestring',
      '/home/ada/Library/Application Support/Kitestring',
      '/home/ada/Library/Caches/Kitestring',
      'C:\\Users\\ada\\AppData\\Local\\Kitestring',
      'C:\\Users\\ada\\AppData\\Local\\Kitestring\\cache',
    ]);
  });

  it('is the one of its variable, if that is absolute', () => {
    assert.equal(userFolder('data', on('linux', { XDG_DATA_HOME: '/srv' })), '/srv/kitestring');
    assert.equal(userFolder('cache', on('linux', { XDG_CACHE_HOME: 'srv' })), '/home/ada/.cache/kitestring');
    assert.equal(userFolder('data', on('win32', { LOCALAPPDATA: 'D:\\l' })), 'D:\\l\\Kitestring');
  });
});
