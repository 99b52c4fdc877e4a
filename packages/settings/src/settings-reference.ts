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
export const settingsReference = (): string =>
  reference(STATION_TABLE, SECTIONS, {
    title: 'Settings',
    defaultFolder: `The data folder is \`data\` in Kitestring's own folder, beside its \`package.json\`, unless \`--data-dir\` or \`KITESTRING_DATA_DIR\` names another.`,
    command: 'kitestring serve',
    flags: ' (`npm start -- <flags>`)',
    example: `port: 8080
flight:
  altitude_hard_max_m: 30
sim.speed: 20`,
  });

/** docs/reference/hub-settings.md. A test keeps the file equal to this. */
export const hubSettingsReference = (): string =>
  reference(HUB_TABLE, SECTIONS, {
    title: 'Settings of the hub',
    defaultFolder: `The data folder is \`hub-data\` beside the data folder of a station, unless \`--data-dir\` or \`KITESTRING_HUB_DATA_DIR\` names another.`,
    command: 'kitestring hub',
    flags: '',
    example: `port: 8443
nats:
  servers: [nats://n1:4222, nats://n2:4222, nats://n3:4222]
  station_urls: [wss://n1.hub.example, wss://n2.hub.example, wss://n3.hub.example]
log.format: json`,
  });

interface ReferenceTexts {
  readonly title: string;
  readonly defaultFolder: string;
  readonly command: string;
  /** Further text about its flags. */
  readonly flags: string;
  /** A settings file. */
  readonly example: string;
}

function reference<Values extends object>(
  table: SettingTable<Values>,
  titles: Readonly<Record<string, string>>,
  texts: ReferenceTexts,
): string {
  const groups = Map.groupBy(table.list, ({ name }) => (name.includes('.') ? name.split('.', 1).join() : ''));
  const sections = [...groups].map(([group, settings]) => section(titles[group] ?? group, settings));
  return [introduction(table, texts), ...sections].join('\n');
}

const introduction = <Values extends object>(
  { fileName, variablePrefix }: SettingTable<Values>,
  { command, defaultFolder, example, flags, title }: ReferenceTexts,
) => `# ${title}

<!-- Generated from packages/settings/src by \`npm run docs\`; not to be edited by hand. -->

A setting can be given in four places. Each overrides the previous one:

1. its default;
2. the settings file, YAML: \`--config FILE\` or \`${fileVariable(variablePrefix)}\`, else \`${fileName}\` in the data folder if it exists;
3. its \`${variablePrefix}...\` variable (an empty one counts as not set; lists are separated by commas);
4. its flag of \`${command}\`${flags}.

Variable and flag have the name in their spelling: \`log.format\` is \`${variablePrefix}LOG_FORMAT\` and \`--log-format\`. One with another name, or without a flag, says so.

${defaultFolder}
A relative path in the file is relative to the file; in a variable or a flag, to the current folder.

In the file, names are nested or dotted:

\`\`\`yaml
${example}
\`\`\`

An unknown name, an invalid value or two contradicting values end the start with exit status 2 and one line with the place, the value
and the allowed values. \`${command} --print-config\` shows all settings and the source of each.
`;

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
    `- Allowed: ${allowedValues(setting)}`,
    `- Default: ${defaultText(setting)}`,
    ...otherNames(setting),
    '',
  ].join('\n');
}

/** Flag and variable that do not follow from the name of the setting. */
function otherNames({ name, flagName, variable }: TableSetting): readonly string[] {
  if (flagName === undefined) return [`- No flag, only \`${variable}\``];
  return flagName === name.replaceAll(/[._]/g, '-') ? [] : [`- Also: \`--${flagName}\`, \`${variable}\``];
}

function defaultText({ default: value, name, variable }: TableSetting): string {
  if (name === 'data_dir') {
    return variable.startsWith(HUB_TABLE.variablePrefix)
      ? '`hub-data` beside Kitestring’s `package.json`'
      : '`data` beside Kitestring’s `package.json`';
  }
  if (value === undefined) return 'not set';
  if (Array.isArray(value) && value.length === 0) return 'empty';
  return `\`${String(value)}\``;
}
