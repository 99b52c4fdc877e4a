import { keptDocument } from '../kept-document.ts';
import type { OnvifStation } from '../onvif-station.ts';
import { argumentFault, SoapFault } from '../soap/soap-fault.ts';
import { PRESETS_MAX } from './ptz-markup.ts';
import type { PtzDirection } from './spaces.ts';

export interface PresetView extends PtzDirection {
  readonly zoom: number;
}

export interface Preset {
  readonly token: string;
  readonly name: string;
  readonly view: PresetView;
}

interface Kept {
  readonly presets: readonly Preset[];
  readonly home?: PresetView;
}

const DOCUMENT = 'onvif.presets';
const NAME_MAX = 64;
/** Tokens that clients may choose: ZoneMinder numbers its presets itself. */
const NUMBERED = /^([1-9]\d?|100)$/;
/** North, a little down. */
const HOME: PresetView = { panDeg: 0, tiltDeg: 20, zoom: 1 };

/** Directions in the world to come back to, and the home position, in the store of the station. */
export class Presets {
  readonly #documents: OnvifStation['documents'];

  constructor({ documents }: Pick<OnvifStation, 'documents'>) {
    this.#documents = documents;
  }

  list(): readonly Preset[] {
    return this.#kept.presets;
  }

  get home(): PresetView {
    return this.#kept.home ?? HOME;
  }

  /** @throws SoapFault */
  find(token: string): Preset {
    const found = this.list().find((preset) => preset.token === token);
    if (found === undefined) throw argumentFault(`PresetToken "${token.slice(0, NAME_MAX)}" is not known`, 'NoToken');
    return found;
  }

  /** Adds a preset, or replaces the one with this token. @returns its token @throws SoapFault */
  set(view: PresetView, { name, token }: { name: string | undefined; token: string | undefined }): string {
    const { presets } = this.#kept;
    const before = presets.find((preset) => preset.token === token);
    if (token !== undefined && !NUMBERED.test(token)) this.find(token);
    if (before === undefined && presets.length >= PRESETS_MAX)
      throw new SoapFault('Receiver', 'Action/TooManyPresets', `there are ${PRESETS_MAX} presets already`);
    const own = token ?? freeToken(presets);
    const named = (name?.normalize('NFC') ?? before?.name ?? `Preset ${own}`).trim();
    if (named === '' || [...named].length > NAME_MAX)
      throw argumentFault(`PresetName must have 1 to ${NAME_MAX} characters`, 'InvalidPresetName');
    const others = presets.filter((preset) => preset !== before);
    if (others.some((preset) => preset.name === named))
      throw argumentFault(`there is a preset "${named}" already`, 'PresetExist');
    this.#keep({ ...this.#kept, presets: [...others, { token: own, name: named, view }] });
    return own;
  }

  /** @throws SoapFault */
  remove(token: string): void {
    const gone = this.find(token);
    this.#keep({ ...this.#kept, presets: this.list().filter((preset) => preset.token !== gone.token) });
  }

  setHome(home: PresetView): void {
    this.#keep({ ...this.#kept, home });
  }

  get #kept(): Kept {
    return keptDocument<Kept>(this.#documents, DOCUMENT, { presets: [] });
  }

  #keep(kept: Kept): void {
    this.#documents.set(DOCUMENT, JSON.stringify(kept));
  }
}

function freeToken(presets: readonly Preset[]): string {
  for (let number = 1; ; number += 1) {
    if (!presets.some(({ token }) => token === String(number))) return String(number);
  }
}
