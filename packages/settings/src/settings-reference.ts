import { SETTINGS_FILE } from './load-settings.ts';
import { type NamedSetting, SETTING_LIST } from './settings.ts';
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
};

/** docs/reference/settings.md. A test keeps the file equal to this. */
export function settingsReference(): string {
  const groups = Map.groupBy(SETTING_LIST, ({ name }) => (name.includes('.') ? name.split('.', 1).join() : ''));
  const sections = [...groups].map(([group, settings]) => section(SECTIONS[group] ?? group, settings));
  return [INTRODUCTION, ...sections].join('\n');
}

const INTRODUCTION = `# Settings

<!-- Generated from packages/settings/src by \`npm run docs\`; not to be edited by hand. -->

A setting can be given in four places. Each overrides the previous one:

1. its default;
2. the settings file, YAML: \`--config FILE\` or \`KITESTRING_CONFIG\`, else \`${SETTINGS_FILE}\` in the data folder if it exists;
3. its \`KITESTRING_...\` variable (an empty one counts as not set; lists are separated by commas);
4. its flag of \`kitestring serve\` (\`npm start -- <flags>\`).

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

function section(title: string, settings: readonly NamedSetting[]): string {
  return `## ${title}\n\n${settings.map(entry).join('\n')}`;
}

function entry(setting: NamedSetting): string {
  const { name, flagName, variable, description } = setting;
  const places = [...(flagName === undefined ? [] : [`\`--${flagName}\``]), `\`${variable}\``].join(', ');
  return [
    `### \`${name}\``,
    '',
    description,
    '',
    `- Allowed: ${allowedValues(setting)}`,
    `- Default: ${defaultText(setting)}`,
    `- Also: ${places}`,
    '',
  ].join('\n');
}

function defaultText({ default: value, name }: NamedSetting): string {
  if (name === 'data_dir') return '`data` beside Kitestring’s `package.json`';
  if (value === undefined) return 'not set';
  if (Array.isArray(value) && value.length === 0) return 'empty';
  return `\`${String(value)}\``;
}
