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
      String(entry.code),
      `\`${name}\``,
      entry.severity,
      entry.message,
      entry.system_reaction,
      entry.instructions,
      parametersText(entry),
    ]);
    const head = ['code', 'name', 'severity', 'message', 'what the system does', 'what to do', 'parameters'];
    return `## ${title}\n\n${markdownTable(head, rows)}\n`;
  });
  return [GENERATED_NOTE, '# Notifications', '', INTRODUCTION, '', ...sections].join('\n');
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
