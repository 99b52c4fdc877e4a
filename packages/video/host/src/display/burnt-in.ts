import { ok, refuse } from '@kitestring/station-contract/refusal.ts';
import { directionOf } from '@kitestring/station-core/camera/shown-camera-state.ts';
import { timeZoneAt } from '@kitestring/station-core/system/time-zone.ts';
import { groundCorner } from '@kitestring/video-process/overlay';
import type { ToMedia } from '@kitestring/video-process/process';
import { PrivacyMasks } from '../privacy/privacy-masks.ts';
import type { KnownStreams } from '../streams/known-streams.ts';
import type { VideoDeps } from '../video-deps.ts';
import type { DisplayFacts } from './display-lines.ts';
import { PictureTexts } from './picture-texts.ts';

interface BurntInDeps {
  readonly streams: KnownStreams;
  readonly send: (message: ToMedia) => void;
  /** The masks of the streams are others. */
  readonly onMasks: () => void;
}

/** Masks and texts in the pictures of a station. */
export interface BurntIn {
  readonly masks: PrivacyMasks;
  readonly texts: PictureTexts;
  /** Sends an order for a picture after the present texts. */
  readonly sendWithTexts: (message: ToMedia) => void;
}

export function burntIn(deps: VideoDeps, { onMasks, send, streams }: BurntInDeps): BurntIn {
  const { documents, log, scene, station } = deps;
  const find = (id: string) => streams.find(id);
  const masks = new PrivacyMasks({
    documents,
    log,
    clock: station.clock,
    find,
    realIds: () => streams.plans.flatMap(({ id, isReal }) => (isReal === true ? [id] : [])),
    onChange: () => {
      onMasks();
      station.lists.changed('privacy_masks');
    },
    get station() {
      const conditions = scene?.().conditions;
      return conditions && { latDeg: conditions.latitudeDeg, lonDeg: conditions.longitudeDeg };
    },
    ground: (id, corner) => {
      const plan = streams.ready(id);
      if (!plan.ok) return plan;
      const seen = scene?.();
      if (seen === undefined) return refuse('STREAM_NOT_READY.lost', { stream: id });
      return ok(groundCorner(seen, plan.value, streams.controls(plan.value).zoom, corner));
    },
  });
  const texts = new PictureTexts({
    documents,
    log,
    find,
    facts: () => displayFacts(deps, streams),
    onChange: () => station.lists.changed('display'),
    send: (now) => send({ kind: 'texts', texts: now }),
  });
  const sendWithTexts = (message: ToMedia) => {
    texts.send();
    send(message);
  };
  return { masks, texts, sendWithTexts };
}

function displayFacts({ station }: VideoDeps, streams: KnownStreams): Readonly<Record<string, DisplayFacts>> {
  const nowUs = station.clock.nowUs();
  const kite = station.telemetry.kite(nowUs);
  const { offset, shortName: name } = timeZoneAt(station.settings.timezone, nowUs);
  const incident = station.incident.value;
  const facts = {
    position: kite?.gps,
    altitudeM: kite?.altitudeM,
    direction: directionOf(station.telemetry.camera(nowUs), station.aircraft.capabilities.compass),
    zone: { offsetMin: minutes(offset), name },
    incident: incident && `${incident.number} ${incident.title}`.trim(),
  };
  return Object.fromEntries(streams.plans.map((plan) => [plan.id, { ...facts, zoom: streams.controls(plan).zoom }]));
}

/** Minutes of an offset such as `-03:30`. */
function minutes(offset: string): number {
  const [hours = 0, rest = 0] = offset.slice(1).split(':').map(Number);
  return (offset.startsWith('-') ? -1 : 1) * (60 * hours + rest);
}
