import { join } from 'node:path';
import { NO_EFFECT, slimContract } from '@kitestring/station-contract/build/slim-contract.ts';
import { rolldown } from 'rolldown';
import { bundle } from '../../packages/client/build/bundle.ts';
import { buildDeclarations } from '../../packages/client/build/declarations.ts';
import { emittedFiles } from '../../packages/client/build/emitted-files.ts';
import { ROOT } from './own-modules.ts';
import { writeFile } from './write-file.ts';

const PLAYER = join(ROOT, 'packages/video/player');
/** Browsers that have what the player needs. */
const TARGET = 'es2022';

export async function makeClient(folder: string): Promise<void> {
  await bundle({ folder: join(folder, 'dist') });
  buildDeclarations(join(folder, 'dist'));
}

export async function makePlayer(folder: string): Promise<void> {
  const dist = join(folder, 'dist');
  await using build = await rolldown({
    cwd: ROOT,
    input: { index: join(PLAYER, 'src/index.ts') },
    platform: 'browser',
    plugins: [slimContract({ use: 'client' })],
    transform: { target: TARGET },
    treeshake: { moduleSideEffects: [NO_EFFECT] },
  });
  await build.write({ dir: dist, format: 'esm', entryFileNames: '[name].js' });
  const emitted = emittedFiles(join(PLAYER, 'tsconfig.build.json'), 'video/player/src');
  for (const [name, text] of reachable(emitted)) writeFile(join(dist, `${name}.d.ts`), text);
}

/** Types that the front door needs; a type of the contract would have to be published, too. */
function reachable(emitted: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const add = (name: string): void => {
    if (texts.has(name)) return;
    const text = (emitted.get(name) ?? '').replaceAll(/from '(\.\/[\w-]+)\.ts'/g, "from '$1.js'");
    if (text.includes("'@kitestring/")) throw new Error(`the types of ${name} need a package that is not published`);
    texts.set(name, text);
    for (const [, imported = ''] of text.matchAll(/from '\.\/([\w-]+)\.js'/g)) add(imported);
  };
  add('index');
  return texts;
}
