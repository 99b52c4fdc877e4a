import type { Cancel } from '@kitestring/base/clock.ts';
import type { MessageFields } from '@kitestring/mavlink-codec/codec.ts';
import { type MavlinkIds, type MavlinkLink, Parameters, parameterEncoding } from '@kitestring/mavlink-link';
import type { AutopilotSettings } from '@kitestring/station-core/ports';
import type { AutopilotVersion, Firmware } from '../autopilot.ts';
import { reportOf, settingRules } from './judged-settings.ts';
import { SettingAccess } from './setting-access.ts';
import type { SettingLimits } from './setting-rule.ts';

/** Names that were not answered are asked for again, less and less often: the autopilot may not have them. */
const AGAIN_US = { first: 10_000_000, last: 320_000_000 };
/** Changes that come together, as a ground station writes them, are read together. */
const SETTLED_US = 1_000_000;

interface SettingsWatchDeps {
  readonly link: MavlinkLink;
  readonly ids: MavlinkIds;
  readonly firmware: Firmware;
  readonly limits: () => SettingLimits;
}

/** Identity of the autopilot, as far as it is known when its parameters are read. */
interface Identity {
  readonly heartbeat: Pick<MessageFields['HEARTBEAT'], 'autopilot'>;
  readonly version: AutopilotVersion | undefined;
  readonly capabilities: bigint;
}

/** Reads the settings of an autopilot at connection, and again whenever one has changed. */
export class SettingsWatch implements Disposable {
  readonly #deps: SettingsWatchDeps;
  readonly #cancel: Cancel;
  readonly #changed = new Set<string>();
  #access: SettingAccess | undefined;
  #report: AutopilotSettings;
  #isReading = false;
  #dueUs = Number.POSITIVE_INFINITY;
  #againUs = AGAIN_US.first;

  constructor(deps: SettingsWatchDeps) {
    this.#deps = deps;
    const isKnown = deps.firmware !== 'Generic';
    this.#report = { stationLoss: { state: isKnown ? 'NotRead' : 'NotKnown' }, unsafe: [] };
    this.#cancel = deps.link.onMessage(({ component, fields, name, system }) => {
      const isOfAutopilot = system === deps.ids.system && component === deps.ids.component;
      if (name !== 'PARAM_VALUE' || !isOfAutopilot || this.#isReading) return;
      if (this.#access?.isWatched(fields.param_id) !== true) return;
      this.#changed.add(fields.param_id);
      this.#dueUs = Math.min(this.#dueUs, deps.link.clock.nowUs() + SETTLED_US);
    });
  }

  get report(): AutopilotSettings {
    return this.#report;
  }

  /** The autopilot is there, or has restarted: everything is read. */
  begin({ capabilities, heartbeat, version }: Identity): void {
    const { firmware, ids, limits, link } = this.#deps;
    const rules = settingRules(firmware, version);
    if (rules === undefined) return;
    const parameters = new Parameters(link, ids, parameterEncoding(heartbeat, capabilities));
    this.#access = new SettingAccess({ parameters, rules, limits });
    this.#report = { stationLoss: { state: 'NotRead' }, unsafe: [] };
    this.#changed.clear();
    this.#againUs = AGAIN_US.first;
    void this.#read(undefined);
  }

  /** Called several times a second. */
  step(): void {
    if (this.#isReading || this.#deps.link.clock.nowUs() < this.#dueUs) return;
    const names = [...this.#changed];
    this.#changed.clear();
    void this.#read(names);
  }

  [Symbol.dispose](): void {
    this.#cancel();
    this.#access = undefined;
  }

  async #read(names: readonly string[] | undefined): Promise<void> {
    const access = this.#access;
    if (access === undefined) return;
    this.#isReading = true;
    this.#dueUs = Number.POSITIVE_INFINITY;
    const judged = await access.read(names);
    // The autopilot has restarted meanwhile, or is gone.
    if (this.#access !== access) return;
    this.#isReading = false;
    this.#report = reportOf(judged);
    const unanswered = judged.filter(({ state }) => state === 'Silent' || state === 'Absent');
    if (unanswered.length === 0) return;
    for (const { rule } of unanswered) this.#changed.add(rule.name);
    this.#dueUs = this.#deps.link.clock.nowUs() + this.#againUs;
    this.#againUs = Math.min(AGAIN_US.last, 2 * this.#againUs);
  }
}
