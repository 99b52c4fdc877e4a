// Serves a registry on a free port, and prints it: `node serve-registry.mjs FOLDER UPLINK`. Our packages are published here; all others
// come from the uplink. It runs from the folder in which verdaccio is installed.
import { join } from 'node:path';
import { runServer } from 'verdaccio';

const [folder = '', uplink = ''] = process.argv.slice(2);
const everyone = { access: '$all', publish: '$all', unpublish: '$all' };
const app = await runServer({
  self_path: folder,
  storage: join(folder, 'storage'),
  // By default two requests that fail, or that npm has aborted, make all packages of others unknown for five minutes.
  uplinks: { upstream: { url: uplink, timeout: '60s', max_fails: 1000, fail_timeout: '1s' } },
  packages: { kitestring: everyone, '@kitestring/*': everyone, '**': { access: '$all', proxy: 'upstream' } },
  max_body_size: '100mb',
  log: { type: 'stdout', format: 'json', level: 'warn' },
  web: { enable: false },
});
app.listen(0, '127.0.0.1', () => console.log(`listening ${app.address().port}`));
