/* Preload (`--import`) that replaces the text of one module in memory. The file itself is not changed. */
import { registerHooks } from 'node:module';
import type { MutatedModule } from './run-mutant.ts';

const { from, to, url } = JSON.parse(process.env.KITESTRING_MUTANT ?? '') as MutatedModule;

registerHooks({
  load: (asked, context, nextLoad) => {
    const loaded = nextLoad(asked, context);
    if (asked !== url) return loaded;
    const text = Buffer.from(loaded.source as Uint8Array).toString();
    return { ...loaded, source: text.replace(from, () => to) };
  },
});
