import { csvCell } from '@kitestring/contract/csv-cell.ts';
import type { Notification } from '@kitestring/contract/notifications/notification.ts';

type ExportFormat = 'csv' | 'json';

const COLUMNS = ['severity', 'code', 'message', 'begin_time', 'end_time', 'parameters'] as const;

/** These notifications as a file, in their order. */
export function exportText(notifications: readonly Notification[], format: ExportFormat): string {
  if (format === 'json') return `${JSON.stringify(notifications, undefined, 2)}\n`;
  const rows = notifications.map((notification) => COLUMNS.map((column) => csvCell(notification[column])).join(','));
  return `${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`;
}

const MEDIA_TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const;

/** The same for the browser to save; with a mark by which spreadsheets know UTF-8. */
export const exportFile = (notifications: readonly Notification[], format: ExportFormat): Blob =>
  new Blob([...(format === 'csv' ? ['\uFEFF'] : []), exportText(notifications, format)], {
    type: MEDIA_TYPES[format],
  });

/** A name that every file system takes. */
export const exportName = (stationName: string, format: ExportFormat): string =>
  `${stationName.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 40)}_notifications.${format}`;
