import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import {
  CAMERA_PRESET_NAME_MAX,
  type CameraPreset,
  type CameraPresetKey,
  type NewCameraPreset,
} from '@kitestring/station-contract/station/camera-preset.ts';
import { readLine } from '../auth/name.ts';
import type { DocumentStore } from '../ports/document-store.ts';

interface CameraPresetsDeps {
  readonly documents: DocumentStore;
  /** CONTROL_TAKEN for a caller while another client is in control. */
  readonly permit: (caller: Caller) => Result<void>;
  readonly onChange: () => void;
}

const DOCUMENT = 'camera_presets';

/** Directions of the camera to come back to, each under a digit. */
export class CameraPresets {
  readonly #deps: CameraPresetsDeps;
  #views: readonly CameraPreset[];

  constructor(deps: CameraPresetsDeps) {
    this.#deps = deps;
    this.#views = JSON.parse(deps.documents.get(DOCUMENT) ?? '[]') as CameraPreset[];
  }

  [STATE](archive: StateArchive): void {
    this.#views = archive.of(this.#views);
  }

  /** By their keys. */
  list(): readonly CameraPreset[] {
    return this.#views;
  }

  /** CONTROL_TAKEN, INVALID_REQUEST. */
  keep(caller: Caller, key: CameraPresetKey, body: NewCameraPreset): Result<CameraPreset> {
    const permitted = this.#deps.permit(caller);
    if (!permitted.ok) return permitted;
    const name = readLine('name', body.name);
    if (!name.ok) return name;
    const { length } = [...name.value];
    if (length < 1 || length > CAMERA_PRESET_NAME_MAX) {
      return refuse('INVALID_REQUEST', {
        fault: `name must have 1 to ${CAMERA_PRESET_NAME_MAX} characters, got ${length}`,
      });
    }
    const view = { key, ...body, name: name.value };
    this.#become([...this.#without(key), view].sort((a, b) => a.key.localeCompare(b.key)));
    return ok(view);
  }

  /** CONTROL_TAKEN. */
  forget(caller: Caller, key: CameraPresetKey): Result<void> {
    const permitted = this.#deps.permit(caller);
    if (!permitted.ok) return permitted;
    const others = this.#without(key);
    if (others.length < this.#views.length) this.#become(others);
    return accepted;
  }

  #without(key: CameraPresetKey): readonly CameraPreset[] {
    return this.#views.filter((view) => view.key !== key);
  }

  /** Stored first: what cannot be kept is not shown. */
  #become(views: readonly CameraPreset[]): void {
    this.#deps.documents.set(DOCUMENT, JSON.stringify(views));
    this.#views = views;
    this.#deps.onChange();
  }
}
