import type { Message } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_PARAM_EXT_TYPE, PARAM_ACK } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkLink } from '@kitestring/mavlink-link';
import { THERMAL_COLOR_PALETTES } from '@kitestring/station-contract/videostreams/thermal-color-palettes.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import { shownName } from '../autopilot/parameters.ts';
import { ReadOnlyFile } from '../server/read-only-file.ts';
import type { VehicleStation } from '../station/vehicle-station.ts';
import { CAMERA_DEFINITION, DEFINITION_PATH, PALETTE } from './camera-definition.ts';
import type { CameraOrder } from './camera-order.ts';

interface CameraParametersDeps {
  readonly link: MavlinkLink;
  readonly component: number;
  readonly station: Pick<VehicleStation, 'request'>;
  /** The stream whose palette it is; undefined without one: the camera has no parameters then. */
  readonly thermal: () => VideoStreamInfo | undefined;
  readonly order: CameraOrder;
}

/** Bytes before the value in PARAM_EXT_SET. */
const VALUE_AT = 18;
const BY_NAME = -1;

/** Settings of a camera by extended parameters, and their definition as a file: the palette of its thermal picture. */
export class CameraParameters {
  readonly #deps: CameraParametersDeps;
  readonly #definition = new ReadOnlyFile(DEFINITION_PATH, CAMERA_DEFINITION);

  constructor(deps: CameraParametersDeps) {
    this.#deps = deps;
  }

  take(message: Message, peer: string): void {
    if (this.#deps.thermal() === undefined) return;
    if (message.name === 'PARAM_EXT_REQUEST_LIST') void this.#tell(peer);
    else if (message.name === 'PARAM_EXT_REQUEST_READ') {
      const { param_id, param_index } = message.fields;
      if (param_index === 0 || (param_index === BY_NAME && param_id === PALETTE)) void this.#tell(peer);
    } else if (message.name === 'PARAM_EXT_SET') void this.#set(message, peer);
    else if (message.name === 'FILE_TRANSFER_PROTOCOL') this.#answerReader(message, peer);
  }

  #answerReader(message: Message<'FILE_TRANSFER_PROTOCOL'>, peer: string): void {
    const { component: from, link } = this.#deps;
    const target = { target_network: 0, target_system: message.system, target_component: message.component };
    for (const payload of this.#definition.answer(message)) {
      link.send('FILE_TRANSFER_PROTOCOL', { ...target, payload }, { from, peer });
    }
  }

  async #tell(peer: string): Promise<void> {
    const { component, link } = this.#deps;
    const param_value = valueText(await this.#palette());
    const place = { param_id: PALETTE, param_index: 0, param_count: 1, param_type: MAV_PARAM_EXT_TYPE.UINT8 };
    link.send('PARAM_EXT_VALUE', { ...place, param_value }, { from: component, peer });
  }

  async #set(message: Message<'PARAM_EXT_SET'>, peer: string): Promise<void> {
    const { component, link } = this.#deps;
    const { param_id, param_type } = message.fields;
    const wanted = message.packet.payload[VALUE_AT] ?? 0;
    const palette = THERMAL_COLOR_PALETTES[wanted];
    const stream = this.#deps.thermal();
    const isKnown = param_id === PALETTE && param_type === MAV_PARAM_EXT_TYPE.UINT8 && palette !== undefined;
    let param_result: number = PARAM_ACK.VALUE_UNSUPPORTED;
    if (isKnown && stream !== undefined) {
      const from = { system: message.system, component: message.component, peer };
      const path = `videostreams/${stream.stream_id}/control/palette`;
      const outcome = await this.#deps.order({ from }, path, { thermal_color_palette: palette });
      param_result = outcome !== 'Silent' && outcome.result === 0 ? PARAM_ACK.ACCEPTED : PARAM_ACK.FAILED;
    }
    // The value that holds now.
    const param_value = valueText(param_result === PARAM_ACK.ACCEPTED ? wanted : await this.#palette());
    const answer = { param_id: shownName(param_id), param_value, param_type, param_result };
    link.send('PARAM_EXT_ACK', answer, { from: component, peer });
  }

  async #palette(): Promise<number> {
    const path = `videostreams/${this.#deps.thermal()?.stream_id}/state`;
    const { body, status } = await this.#deps.station.request({ method: 'GET', path });
    const { thermal_color_palette: name } = (status === 200 ? body : {}) as { readonly thermal_color_palette?: string };
    const names: readonly (string | undefined)[] = THERMAL_COLOR_PALETTES;
    return Math.max(0, names.indexOf(name));
  }
}

/** A byte of the field, which the codec calls a text. */
const valueText = (value: number): string => (value === 0 ? '' : String.fromCharCode(value));
