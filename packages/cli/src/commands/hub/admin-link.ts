import { existsSync } from 'node:fs';
import path from 'node:path';
import { HUB_TABLE } from '@kitestring/settings/hub/hub-table.ts';
import { loadSettingsOf } from '@kitestring/settings/load-settings.ts';
import type { CliCommand } from '../../command.ts';
import { HUB_SETTING_FLAGS } from '../../settings-flags.ts';

export const hubAdminLink: CliCommand = {
  name: 'hub admin-link',
  summary: 'let an administrator in at the hub, once, when the sign-in provider is away or keys are lost',
  details: [
    'Run it on the computer of the hub, as its user. The token is valid for 10 minutes, for one sign-in, at this process of',
    'the hub; what is done with it is in the audit log as admin-link.',
  ],
  words: [],
  flags: HUB_SETTING_FLAGS,
  async run({ flags }, { environment, err, folder, out }) {
    const { data_dir: dataDir } = loadSettingsOf(HUB_TABLE, { flags, environment, folder }).values;
    if (!existsSync(path.join(dataDir, 'keys'))) {
      err.write(`${dataDir} is not the data folder of a hub: name it with --data-dir\n`);
      return 1;
    }
    // Loaded late: other commands need no hub.
    const { ADMIN_LINK_S, makeAdminLink } = await import('@kitestring/hub/people/admin-links.ts');
    const token = makeAdminLink(dataDir);
    out.write(`${token}\n`);
    err.write(
      `Valid once, for ${ADMIN_LINK_S / 60} minutes: POST /fleet/v1/session with {"admin_link": "..."} signs an administrator in.\n`,
    );
    return 0;
  },
};
