import type { NotificationParameters } from '@kitestring/station-contract/notifications/notification.ts';
import type { NotificationName } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import type { Notifications } from '../notifications/notifications.ts';

/** One notification with several plugins as causes: shows the latest; when that ends, the one before it. */
export class PluginAlerts {
  readonly #notifications: Pick<Notifications, 'raise' | 'clear'>;
  readonly #name: NotificationName;
  readonly #causes = new Map<string, NotificationParameters>();

  constructor(notifications: Pick<Notifications, 'raise' | 'clear'>, name: NotificationName) {
    this.#notifications = notifications;
    this.#name = name;
  }

  raise(pluginId: string, parameters: NotificationParameters): void {
    this.#causes.delete(pluginId);
    this.#causes.set(pluginId, parameters);
    this.show();
  }

  clear(pluginId: string): void {
    if (this.#causes.delete(pluginId)) this.show();
  }

  /** Ids of the plugins that cause it. */
  causes(): readonly string[] {
    return [...this.#causes.keys()];
  }

  /** Shows the notification as it should be: it may have been restored to another state. */
  show(): void {
    const latest = [...this.#causes.values()].at(-1);
    if (latest === undefined) this.#notifications.clear(this.#name);
    else this.#notifications.raise(this.#name, latest);
  }
}
