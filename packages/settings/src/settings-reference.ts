import { HUB_TABLE } from './hub/hub-table.ts';
import type { SettingTable, TableSetting } from './setting-table.ts';
import { fileVariable } from './settings-variables.ts';
import { STATION_TABLE } from './station-table.ts';
import { allowedValues } from './value.ts';

const SECTIONS: Readonly<Record<string, string>> = {
  '': 'Service',
  tls: 'HTTPS',
  security: 'Security',
  network: 'Network',
  metrics: 'Metrics',
  cors: 'Web pages of other origins',
  log: 'Log',
  limits: 'Limits',
  sim: 'Simulation',
  system: 'System',
  flight: 'Flight',
  wind: 'Wind in flight',
  heat: 'Temperatures in flight',
  batteries: 'Backup batteries',
  tether: 'Tether',
  rooftop_box: 'Rooftop Box',
  handoff: 'Handoff of control',
  tokens: 'Tokens and keys',
  notifications: 'Notifications',
  audit: 'Audit log',
  flight_log: 'Flight log',
  recordings: 'Recordings',
  video: 'Video',
  console: 'Console',
  nats: 'nats-servers that run elsewhere',
};

/** docs/reference/settings.md. A test keeps the file equal to this. */
export const settingsReference = (): string => reference(STATION_TABLE, STATION_INTRODUCTION);

/** docs/reference/hub-settings.md. A test keeps the file equal to this. */
export const hubSettingsReference = (): string => reference(HUB_TABLE, HUB_INTRODUCTION);

const NOTE = '<!-- Generated from packages/settings/src by `npm run docs`; not to be edited by hand. -->';

const STATION_INTRODUCTION = `# Settings

${NOTE}

A setting can be given in four places. Each overrides the previous one:

1. its default;
2. the settings file, YAML: \`--config FILE\` or \`${fileVariable(STATION_TABLE.variablePrefix)}\`, else \`${STATION_TABLE.fileName}\` in the data folder if it exists;
3. its \`${STATION_TABLE.variablePrefix}...\` variable (an empty one counts as not set; lists are separated by commas);
4. its flag of \`kitestring serve\` (\`npm start -- <flags>\`).

Variable and flag have the name in their spelling: \`log.format\` is \`${STATION_TABLE.variablePrefix}LOG_FORMAT\` and \`--log-format\`. One with another name, or without a flag, says so. Each has its allowed values and its default below it; one without a default is not set.

The data folder is \`data\` in Kitestring's own folder, beside its \`package.json\`, unless \`--data-dir\` or \`KITESTRING_DATA_DIR\` names another.
A relative path in the file is relative to the file; in a variable or a flag, to the current folder.

In the file, names are nested or dotted:

\`\`\`yaml
port: 8080
flight:
  altitude_hard_max_m: 30
sim.speed: 20
\`\`\`

An unknown name, an invalid value or two contradicting values end the start with exit status 2 and one line with the place, the value
and the allowed values. \`kitestring serve --print-config\` shows all settings and the source of each.
`;

const HUB_INTRODUCTION = `# Settings of the hub

${NOTE}

They are given as [those of a station](settings.md), with other names:

- file: \`--config FILE\` or \`${fileVariable(HUB_TABLE.variablePrefix)}\`, else \`${HUB_TABLE.fileName}\` in the data folder;
- variables: \`${HUB_TABLE.variablePrefix}...\`, as \`${HUB_TABLE.variablePrefix}LOG_FORMAT\` for \`log.format\`;
- flags: those of \`kitestring hub\`; \`kitestring hub --print-config\` shows all settings and the source of each;
- data folder: \`hub-data\` beside the data folder of a station, unless \`--data-dir\` or \`KITESTRING_HUB_DATA_DIR\` names another.

\`\`\`yaml
port: 8443
nats:
  servers: [nats://n1:4222, nats://n2:4222, nats://n3:4222]
  station_urls: [wss://n1.hub.example, wss://n2.hub.example, wss://n3.hub.example]
log.format: json
\`\`\`
`;

function reference<Values extends object>(table: SettingTable<Values>, introduction: string): string {
  const groups = Map.groupBy(table.list, ({ name }) => (name.includes('.') ? name.split('.', 1).join() : ''));
  const sections = [...groups].map(([group, settings]) => section(SECTIONS[group] ?? group, settings));
  return [introduction, ...sections].join('\n');
}

function section(title: string, settings: readonly TableSetting[]): string {
  return `## ${title}\n\n${settings.map(entry).join('\n')}`;
}

function entry(setting: TableSetting): string {
  const { name, description } = setting;
  return [
    `### \`${name}\``,
    '',
    description,
    '',
    `- ${[allowedValues(setting), ...defaultText(setting)].join('; ')}`,
    ...otherNames(setting),
    '',
  ].join('\n');
}

/** Flag and variable that do not follow from the name of the setting. */
function otherNames({ name, flagName, variable }: TableSetting): readonly string[] {
  if (flagName === undefined) return [`- No flag, only \`${variable}\``];
  return flagName === name.replaceAll(/[._]/g, '-') ? [] : [`- Also: \`--${flagName}\`, \`${variable}\``];
}

function defaultText({ default: value, name, variable }: TableSetting): readonly string[] {
  if (name === 'data_dir') {
    const folder = variable.startsWith(HUB_TABLE.variablePrefix) ? 'hub-data' : 'data';
    return [`default \`${folder}\` beside Kitestring’s \`package.json\``];
  }
  if (value === undefined) return [];
  return [`default ${Array.isArray(value) && value.length === 0 ? 'empty' : `\`${String(value)}\``}`];
}
