import type { NotificationSeverity } from '../notification.ts';
import type { NotificationParameter } from '../notification-dictionary-item.ts';

/** One notification the system can send. All texts are written for the person at the controls. */
export interface NotificationEntry {
  /** Stable; its ten thousands name the subsystem. */
  readonly code: number;
  readonly severity: NotificationSeverity;
  readonly message: string;
  readonly system_reaction: string;
  readonly instructions: string;
  readonly parameters: readonly NotificationParameter[];
}

type WithoutParameters = Omit<NotificationEntry, 'parameters'> & Partial<Pick<NotificationEntry, 'parameters'>>;

/** Notifications, without parameters where they name none. Keeps their names as types. */
export const entries = <const T extends Readonly<Record<string, WithoutParameters>>>(table: T) =>
  Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [name, { ...entry, parameters: entry.parameters ?? [] }]),
  ) as { readonly [Name in keyof T]: NotificationEntry };
