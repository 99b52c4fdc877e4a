import type { CliCommand } from './command.ts';
import { ACCOUNT_COMMANDS } from './commands/account.ts';
import { audit } from './commands/audit.ts';
import { BACKUP_COMMANDS } from './commands/backup.ts';
import { camera } from './commands/camera.ts';
import { ci } from './commands/ci.ts';
import { clip } from './commands/clip.ts';
import { completion } from './commands/completion.ts';
import { conform } from './commands/conform.ts';
import { coverage } from './commands/coverage.ts';
import { dataset } from './commands/dataset.ts';
import { doctor } from './commands/doctor.ts';
import { enrol } from './commands/enrol.ts';
import { erase } from './commands/erase.ts';
import { fleet } from './commands/fleet.ts';
import { fly } from './commands/fly.ts';
import { HUB_COMMANDS } from './commands/hub.ts';
import { mavlink } from './commands/mavlink.ts';
import { ONVIF_COMMANDS } from './commands/onvif.ts';
import { PLUGIN_COMMANDS } from './commands/plugin.ts';
import { record } from './commands/record.ts';
import { replay } from './commands/replay.ts';
import { report } from './commands/report.ts';
import { SCENARIO_COMMANDS } from './commands/scenario.ts';
import { serve } from './commands/serve.ts';
import { snapshot } from './commands/snapshot.ts';
import { tether } from './commands/tether.ts';
import { version } from './commands/version.ts';
import { watch } from './commands/watch.ts';
import { WIRE_FAULT_COMMANDS } from './commands/wire-fault.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly CliCommand[] = [
  serve,
  fly,
  watch,
  snapshot,
  ...WIRE_FAULT_COMMANDS,
  record,
  replay,
  report,
  mavlink,
  tether,
  camera,
  ...ONVIF_COMMANDS,
  clip,
  conform,
  coverage,
  dataset,
  ci,
  ...SCENARIO_COMMANDS,
  ...PLUGIN_COMMANDS,
  ...ACCOUNT_COMMANDS,
  enrol,
  audit,
  erase,
  ...BACKUP_COMMANDS,
  ...HUB_COMMANDS,
  fleet,
  doctor,
  completion,
  version,
];
