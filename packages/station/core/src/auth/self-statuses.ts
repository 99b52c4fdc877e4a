import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { PluginSelfUpdatableFields } from '@kitestring/station-contract/auth/plugin-self-update.ts';
import { ok, type Result } from '@kitestring/station-contract/refusal.ts';
import { NO_SELF_STATUS, type PluginSelfStatus, updatedSelfStatus } from './self-status.ts';

interface ReportedStatus {
  readonly pluginId: string;
  readonly selfStatus: PluginSelfStatus;
}

/** Most severe last. */
const SEVERITIES: readonly PluginSelfStatus['status'][] = ['None', 'Connected', 'Warning', 'Error'];

/**
 * Status that each session of a plugin reports about itself. The plugin shows the most severe: a client that is well does not
 * hide another one's error.
 */
export class SelfStatuses {
  readonly #isOpen: (sessionId: string) => boolean;
  /** By session, in the order of the reports. */
  readonly #reported = new Map<string, ReportedStatus>();

  constructor(isOpen: (sessionId: string) => boolean) {
    this.#isOpen = isOpen;
  }

  [STATE](archive: StateArchive): void {
    archive.map(this.#reported);
  }

  /** Takes a report. INVALID_SELF_STATUS. @returns what the plugin shows then */
  update({ callerId: pluginId, sessionId }: Caller, body: PluginSelfUpdatableFields): Result<PluginSelfStatus> {
    const before = this.#reported.get(sessionId)?.selfStatus ?? this.of(pluginId);
    const updated = updatedSelfStatus(before, body);
    if (!updated.ok) return updated;
    this.#reported.delete(sessionId);
    this.#reported.set(sessionId, { pluginId, selfStatus: updated.value });
    this.#dropEnded(pluginId);
    return ok(this.of(pluginId));
  }

  /** The most severe of a plugin's sessions; among equals the latest. */
  of(pluginId: string): PluginSelfStatus {
    let worst = NO_SELF_STATUS;
    for (const { selfStatus } of this.#of(pluginId)) {
      if (SEVERITIES.indexOf(selfStatus.status) >= SEVERITIES.indexOf(worst.status)) worst = selfStatus;
    }
    return worst;
  }

  /**
   * A session has ended. Its report stays while it is the only one: a client that renews its token keeps its status.
   * @param hasOthers whether the plugin has other sessions
   */
  sessionEnded(sessionId: string, pluginId: string, hasOthers: boolean): void {
    if (!hasOthers)
      for (const [id, report] of this.#reported) if (report.pluginId === pluginId) this.#reported.delete(id);
    if (this.#of(pluginId).length > 1) this.#reported.delete(sessionId);
  }

  #of(pluginId: string): readonly ReportedStatus[] {
    return [...this.#reported.values()].filter((report) => report.pluginId === pluginId);
  }

  #dropEnded(pluginId: string): void {
    for (const [id, report] of this.#reported) {
      if (report.pluginId === pluginId && !this.#isOpen(id)) this.#reported.delete(id);
    }
  }
}
