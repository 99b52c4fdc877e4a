import {
  NOTIFICATION_GROUPS,
  type NotificationEntry,
} from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import {
  codeName,
  GENERATED_NOTE,
  htmlPage,
  htmlTable,
  inlineHtml,
  markdownTable,
  type PageLink,
} from '@kitestring/web/docs';

const INTRODUCTION =
  'Every notification that the station can send. Codes are stable; their ten thousands name the subsystem. `{name}` stands for a parameter. Severity: Info good to know, Warning keep an eye on it, Critical act now, Fatal service before the next flight.';

const parametersText = ({ parameters }: NotificationEntry): string =>
  parameters
    .map(({ name, description, unit }) => `\`${name}\`: ${description}${unit === undefined ? '' : `, ${unit}`}`)
    .join('; ');

const groups = () =>
  NOTIFICATION_GROUPS.map(({ firstCode, subsystem, notifications }) => ({
    title: `${subsystem} (${firstCode} to ${firstCode + 9999})`,
    id: `group-${firstCode}`,
    entries: Object.entries(notifications) as [string, NotificationEntry][],
  }));

export function notificationsMarkdown(): string {
  const sections = groups().map(({ title, entries }) => {
    const rows = entries.map(([name, entry]) => [
      `${entry.code} \`${name}\``,
      entry.severity,
      [entry.message, parametersText(entry)].filter((text) => text !== '').join(' '),
      entry.system_reaction,
      entry.instructions,
    ]);
    const head = ['code', 'severity', 'message', 'what the system does', 'what to do'];
    return `## ${title}\n\n${markdownTable(head, rows)}\n`;
  });
  return [GENERATED_NOTE, '# Notifications', '', INTRODUCTION, '', ...sections].join('\n');
}

const ALARMS = `# Alarms, and what to do

One page to print: every alarm, the worst first. The station reacts by itself. Watch what it does, and do your part.

**First, always:** keep the landing area clear. **Land** is at the right of the console, hold it for one second. **Silence** ends the sound until the next alarm.
A value in braces is in the message. Remote ID refuses a take-off and ends no flight: its alarms, and messages of lower severity, are in [notifications](../reference/notifications.md).
`;

/** Page for operators. */
export function alarmsMarkdown(): string {
  const sections = (['Fatal', 'Critical'] as const).map((severity) => {
    const rows = groups()
      .flatMap(({ entries }) => entries.map(([, entry]) => entry))
      .filter(({ message, severity: own }) => own === severity && !message.startsWith('Remote ID'))
      .map(({ instructions, message, system_reaction }) => [message, system_reaction, instructions]);
    return `## ${severity}\n\n${markdownTable(['alarm', 'what the system does', 'what you do'], rows)}\n`;
  });
  return [GENERATED_NOTE, ALARMS, ...sections].join('\n');
}

export function notificationsHtml(links: readonly PageLink[]): string {
  const sections = groups().map(({ title, id, entries }) => {
    const rows = entries.map(([name, entry]) => ({
      id: String(entry.code),
      cells: [
        `<strong>${entry.code}</strong><br>${codeName(name)}`,
        `<span class="severity ${entry.severity.toLowerCase()}">${entry.severity}</span>`,
        `${inlineHtml(entry.message)}<br><span class="example">${inlineHtml(parametersText(entry))}</span>`,
        inlineHtml(entry.system_reaction),
        inlineHtml(entry.instructions),
      ],
    }));
    const table = htmlTable(['Code', 'Severity', 'Message', 'What the system does', 'What to do'], rows);
    return `<h2 id="${id}">${inlineHtml(title)}</h2>\n${table}`;
  });
  return htmlPage({ links, title: 'Notifications', introduction: INTRODUCTION, body: sections.join('\n') });
}
