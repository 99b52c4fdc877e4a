import type { CliCommand } from './command.ts';
import { accountAdd } from './commands/account/add.ts';
import { accountDisable, accountEnable, accountPassword, accountRole } from './commands/account/change.ts';
import { accountDelete } from './commands/account/delete.ts';
import { accountList } from './commands/account/list.ts';
import { audit } from './commands/audit.ts';
import { conform } from './commands/conform.ts';
import { coverage } from './commands/coverage.ts';
import { doctor } from './commands/doctor.ts';
import { enrol } from './commands/enrol.ts';
import { erase } from './commands/erase.ts';
import { fleet } from './commands/fleet.ts';
import { fly } from './commands/fly.ts';
import { hubAdminLink } from './commands/hub/admin-link.ts';
import { hubBackup, hubRestore } from './commands/hub/backup-and-restore.ts';
import { hubCheck } from './commands/hub/check.ts';
import { hubEngineConfig } from './commands/hub/engine-config.ts';
import { hubEngineInstall } from './commands/hub/engine-install.ts';
import { hub } from './commands/hub.ts';
import { pluginAdd } from './commands/plugin/add.ts';
import { pluginDisable, pluginEnable } from './commands/plugin/enable.ts';
import { pluginList } from './commands/plugin/list.ts';
import { pluginRemove } from './commands/plugin/remove.ts';
import { pluginRotate } from './commands/plugin/rotate.ts';
import { record } from './commands/record.ts';
import { replay } from './commands/replay.ts';
import { report } from './commands/report.ts';
import { scenarioCheck } from './commands/scenario/check.ts';
import { scenarioList } from './commands/scenario/list.ts';
import { scenarioNew } from './commands/scenario/new.ts';
import { scenarioRun } from './commands/scenario/run.ts';
import { scenarioSchema } from './commands/scenario/schema.ts';
import { serve } from './commands/serve.ts';
import { snapshot } from './commands/snapshot.ts';
import { version } from './commands/version.ts';
import { watch } from './commands/watch.ts';
import { wireFaultAdd } from './commands/wire-fault/add.ts';
import { wireFaultList } from './commands/wire-fault/list.ts';
import { wireFaultRemove } from './commands/wire-fault/remove.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly CliCommand[] = [
  serve,
  fly,
  watch,
  snapshot,
  wireFaultAdd,
  wireFaultList,
  wireFaultRemove,
  record,
  replay,
  report,
  conform,
  coverage,
  scenarioRun,
  scenarioCheck,
  scenarioList,
  scenarioNew,
  scenarioSchema,
  pluginAdd,
  pluginList,
  pluginRotate,
  pluginDisable,
  pluginEnable,
  pluginRemove,
  accountAdd,
  accountList,
  accountRole,
  accountPassword,
  accountDisable,
  accountEnable,
  accountDelete,
  enrol,
  audit,
  erase,
  hub,
  hubEngineInstall,
  hubAdminLink,
  hubCheck,
  hubEngineConfig,
  hubBackup,
  hubRestore,
  fleet,
  doctor,
  version,
];
