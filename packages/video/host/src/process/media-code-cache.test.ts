import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { MEMORY_FLAGS, makeMediaCode } from './media-code-cache.ts';
import { MEDIA_MAIN } from './media-programs.ts';

it('The compiled code of the media process has that of its first file and of those of all threads, and what they import', async () => {
  assert.ok(MEDIA_MAIN !== undefined);
  const main = fileURLToPath(MEDIA_MAIN);
  const threads = globSync('**/*-worker.ts', { cwd: dirname(dirname(main)) });
  assert.ok(threads.length >= 4, threads.join());
  const inThreads = threads.map((name) => join(dirname(dirname(main)), name));
  using folder = new TestFolder();
  assert.equal(await makeMediaCode(folder.path), true);
  const imports = inThreads.map((file) => `import('${pathToFileURL(file)}')`);
  const program = `import { once } from 'node:events';
    import { Worker } from 'node:worker_threads';
    await Promise.allSettled([${imports}]);
    await once(new Worker(new URL('${MEDIA_MAIN}'), { execArgv: [] }), 'error');
    process.exit();`;
  const { stderr } = spawnSync(process.execPath, [...MEMORY_FLAGS, '--input-type=module', '--eval', program], {
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: folder.path, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
  });
  const read = stderr.split('\n').filter((line) => /reading cache .* for StrippedTypeScript /.test(line));
  assert.deepEqual(
    [main, ...inThreads].filter((file) => !read.some((line) => line.includes(`${pathToFileURL(file)}...`))),
    [],
    'Node says of which files it looks for code',
  );
  assert.deepEqual(
    read.filter((line) => !line.includes('success')),
    [],
  );
});
