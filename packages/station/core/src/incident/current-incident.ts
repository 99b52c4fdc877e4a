import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import { Listeners, type OnBug } from '@kitestring/base/containment.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import {
  INCIDENT_NUMBER_MAX,
  INCIDENT_TITLE_MAX,
  type Incident,
  type NewIncident,
} from '@kitestring/station-contract/station/incident.ts';
import { readLine } from '../auth/name.ts';
import type { DocumentStore } from '../ports/document-store.ts';

interface CurrentIncidentDeps {
  readonly clock: Clock;
  readonly documents: DocumentStore;
  readonly onBug?: OnBug | undefined;
}

const DOCUMENT = 'incident';

/** The incident that is flown for: typed once, kept until it is changed or ended. */
export class CurrentIncident {
  readonly #deps: CurrentIncidentDeps;
  readonly #listeners: Listeners<[]>;
  #incident: Incident | undefined;

  constructor(deps: CurrentIncidentDeps) {
    this.#deps = deps;
    this.#listeners = new Listeners('incident', deps.onBug);
    const text = deps.documents.get(DOCUMENT);
    this.#incident = text === undefined ? undefined : (JSON.parse(text) as Incident);
  }

  [STATE](archive: StateArchive): void {
    this.#incident = archive.of(this.#incident);
  }

  get value(): Incident | undefined {
    return this.#incident;
  }

  /** INVALID_REQUEST. */
  set(caller: Caller, body: NewIncident): Result<Incident> {
    const number = readText('number', body.number, 1, INCIDENT_NUMBER_MAX);
    if (!number.ok) return number;
    const title = readText('title', body.title, 0, INCIDENT_TITLE_MAX);
    if (!title.ok) return title;
    const set_at = formatTimestamp(this.#deps.clock.nowUs());
    const incident = { number: number.value, title: title.value, set_at, set_by: caller.callerName };
    this.#become(incident);
    return ok(incident);
  }

  end(): Result<void> {
    if (this.#incident !== undefined) this.#become(undefined);
    return accepted;
  }

  /** Calls back when it has been changed or ended. */
  onChange(listener: () => void): Cancel {
    return this.#listeners.add(listener);
  }

  /** Stored first: what cannot be kept is not shown. */
  #become(incident: Incident | undefined): void {
    this.#deps.documents.set(DOCUMENT, incident && JSON.stringify(incident));
    this.#incident = incident;
    this.#listeners.tell();
  }
}

/** A line of plain text within its bounds, counted in characters as people do. INVALID_REQUEST. */
function readText(field: string, text: string, least: number, most: number): Result<string> {
  const line = readLine(field, text);
  if (!line.ok) return line;
  const { length } = [...line.value];
  if (length >= least && length <= most) return line;
  return refuse('INVALID_REQUEST', { fault: `${field} must have ${least} to ${most} characters, got ${length}` });
}
