import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import { Listeners, type OnBug } from '@kitestring/base/containment.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import {
  CHECKLIST_TEXT_MAX,
  type CheckedItem,
  type Checklist,
  type ChecklistItem,
  type ChecklistTopic,
  type NewChecklist,
} from '@kitestring/station-contract/station/checklist.ts';
import { readLine, readName } from '../auth/name.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import { attempt } from '../ports/store.ts';

interface CrewChecklistDeps {
  readonly clock: Clock;
  readonly documents: DocumentStore;
  readonly flightState: () => FlightStateName;
  readonly onStoreFault: (fault: unknown) => void;
  readonly onBug?: OnBug | undefined;
}

const DOCUMENT = 'crew_checklist';
const ON_GROUND: readonly FlightStateName[] = ['StandBy', 'Unknown'];

const OWN_TEXTS: Readonly<Record<ChecklistTopic, string>> = {
  people: 'People are clear of the take-off area and know of the flight.',
  landing_area: 'The landing area is free and level, also for a safety landing.',
  weather: 'Wind, rain, icing and lightning are within limits for the whole flight.',
  airspace: 'The airspace is free: permits, other aircraft, obstacles.',
};
const OWN_ITEMS = Object.entries(OWN_TEXTS).map(([topic, text]) => ({ text, topic: topic as ChecklistTopic }));

/** Checks that people make before a take-off. Nothing waits for them: they are written into the log of the flight. */
export class CrewChecklist {
  readonly #deps: CrewChecklistDeps;
  readonly #listeners: Listeners<[]>;
  #items: readonly ChecklistItem[];
  #isFlown = false;

  constructor(deps: CrewChecklistDeps) {
    this.#deps = deps;
    this.#listeners = new Listeners('checklist', deps.onBug);
    const text = deps.documents.get(DOCUMENT);
    this.#items = text === undefined ? OWN_ITEMS : (JSON.parse(text) as ChecklistItem[]);
  }

  [STATE](archive: StateArchive): void {
    [this.#items, this.#isFlown] = archive.all(this.#items, this.#isFlown);
  }

  get value(): Checklist {
    return { items: [...this.#items] };
  }

  /** INVALID_REQUEST, WRONG_FLIGHT_STATE. */
  setTexts({ texts }: NewChecklist): Result<Checklist> {
    const onGround = this.#onGround();
    if (!onGround.ok) return onGround;
    const lines: string[] = [];
    for (const text of texts) {
      const line = readLine('texts', text);
      if (!line.ok) return line;
      const { length } = [...line.value];
      if (length < 1 || length > CHECKLIST_TEXT_MAX) {
        const fault = `texts must have 1 to ${CHECKLIST_TEXT_MAX} characters each, got ${length}`;
        return refuse('INVALID_REQUEST', { fault });
      }
      if (lines.includes(line.value)) {
        return refuse('INVALID_REQUEST', { fault: `texts must differ, got twice: ${line.value}` });
      }
      lines.push(line.value);
    }
    const known = [...this.#items, ...OWN_ITEMS];
    const items = lines.map((text) => known.find((item) => item.text === text) ?? { text });
    this.#become(lines.length === 0 ? OWN_ITEMS : items);
    return ok(this.value);
  }

  /** INVALID_REQUEST, WRONG_FLIGHT_STATE. */
  check(caller: Caller, { is_checked, name = caller.callerName, text }: CheckedItem): Result<Checklist> {
    const onGround = this.#onGround();
    if (!onGround.ok) return onGround;
    const who = readName('name', name);
    if (!who.ok) return who;
    if (!this.#items.some((item) => item.text === text)) {
      return refuse('INVALID_REQUEST', { fault: 'text must be one of the checklist: read it again' });
    }
    const checked_at = formatTimestamp(this.#deps.clock.nowUs());
    const made = is_checked ? { checked_at, checked_by: who.value } : {};
    this.#become(this.#items.map((item) => (item.text === text ? { ...opened(item), ...made } : item)));
    return ok(this.value);
  }

  /** Follows the flight: after it, and after a restart during it, all checks are open. */
  follow(state: FlightStateName): void {
    if (!ON_GROUND.includes(state)) this.#begin();
    if (state !== 'StandBy' || !this.#isFlown) return;
    this.#isFlown = false;
    this.#items = this.#items.map(opened);
    this.#listeners.tell();
  }

  /** In the air the checks that were made are in memory only. */
  #begin(): void {
    if (this.#isFlown) return;
    this.#isFlown = true;
    if (this.#items.every(({ checked_at }) => checked_at === undefined)) return;
    const text = JSON.stringify(this.#items.map(opened));
    attempt(() => this.#deps.documents.keep(DOCUMENT, text), this.#deps.onStoreFault);
  }

  /** Calls back after each change. */
  onChange(listener: () => void): Cancel {
    return this.#listeners.add(listener);
  }

  #onGround(): Result<void> {
    const state = this.#deps.flightState();
    if (state === 'StandBy') return accepted;
    return refuse('WRONG_FLIGHT_STATE.notInState', { state, allowed: 'StandBy' });
  }

  /** Stored first: what cannot be kept is not shown. */
  #become(items: readonly ChecklistItem[]): void {
    this.#deps.documents.set(DOCUMENT, JSON.stringify(items));
    this.#items = items;
    this.#listeners.tell();
  }
}

const opened = ({ text, topic }: ChecklistItem): ChecklistItem => ({ text, ...(topic !== undefined && { topic }) });
