import { type Message, readBytewiseParam } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_PARAM_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkLink } from '@kitestring/mavlink-link';
import type { Kind } from './scripted-autopilot.ts';

/** Parameters of an autopilot that is set for a tether, by the 4.6 of ArduCopter and by PX4. */
const SAFE: Readonly<Record<Kind, Readonly<Record<string, number>>>> = {
  ArduCopter: {
    FS_GCS_ENABLE: 5,
    FS_GCS_TIMEOUT: 5,
    SYSID_MYGCS: 255,
    FS_THR_ENABLE: 3,
    FS_EKF_ACTION: 1,
    FS_DR_ENABLE: 1,
    BATT_FS_LOW_ACT: 1,
    BATT_FS_CRT_ACT: 1,
    FENCE_ALT_MAX: 48,
    FENCE_RADIUS: 45,
    FENCE_TYPE: 7,
    FENCE_ACTION: 2,
    FENCE_ENABLE: 1,
    RTL_ALT: 1500,
    ARMING_CHECK: 1,
  },
  PX4: {
    NAV_DLL_ACT: 3,
    COM_DL_LOSS_T: 5,
    COM_FAIL_ACT_T: 5,
    COM_DLL_EXCEPT: 0,
    NAV_RCL_ACT: 3,
    COM_LOW_BAT_ACT: 2,
    COM_FLTT_LOW_ACT: 1,
    COM_FLT_TIME_MAX: -1,
    GF_MAX_VER_DIST: 48,
    GF_MAX_HOR_DIST: 45,
    GF_ACTION: 5,
    RTL_RETURN_ALT: 30,
  },
};
const REALS = /_T$|_DIST$|_ALT$|^FENCE_(ALT_MAX|RADIUS)$|^FS_GCS_TIMEOUT$/;

/** The parameters of a scripted autopilot. Names that it does not have are not answered, as by the real ones. */
export class ScriptedSettings {
  readonly values: Map<string, number>;
  /** Answers nothing. */
  isSilent = false;
  /** Holds this one, whatever is written. */
  readonly readOnly = new Set<string>();
  readonly reads: string[] = [];
  readonly writes: (readonly [name: string, value: number])[] = [];
  readonly #link: MavlinkLink;
  readonly #kind: Kind;
  /** In place of a hash over all of them. */
  #revision = 1;

  constructor(link: MavlinkLink, kind: Kind) {
    this.#link = link;
    this.#kind = kind;
    this.values = new Map(Object.entries(SAFE[kind]));
    link.onMessage((message) => {
      if (this.isSilent) return;
      if (message.name === 'PARAM_REQUEST_READ') {
        this.reads.push(message.fields.param_id);
        this.tell(message.fields.param_id);
      } else if (message.name === 'PARAM_SET') this.#set(message);
    });
  }

  /** Another ground station sets it, and the autopilot tells all. */
  change(name: string, value: number): void {
    this.#keep(name, value);
    this.tell(name);
  }

  tell(name: string): void {
    if (name === '_HASH_CHECK' && this.#kind === 'PX4') {
      const hash = { param_id: name, param_value: this.#revision, param_type: MAV_PARAM_TYPE.UINT32 };
      this.#link.sendBytewise('PARAM_VALUE', { ...hash, param_index: 0xffff, param_count: this.values.size });
      return;
    }
    const value = this.values.get(name);
    if (value === undefined) return;
    const fields = {
      param_id: name,
      param_value: value,
      param_index: 0,
      param_count: this.values.size,
      param_type: REALS.test(name) ? MAV_PARAM_TYPE.REAL32 : MAV_PARAM_TYPE.INT32,
    };
    if (this.#kind === 'PX4') this.#link.sendBytewise('PARAM_VALUE', fields);
    else this.#link.send('PARAM_VALUE', fields);
  }

  #set(message: Message<'PARAM_SET'>): void {
    const { param_id: name, param_value } = message.fields;
    const value = this.#kind === 'PX4' ? readBytewiseParam(message) : param_value;
    this.writes.push([name, value]);
    if (!this.values.has(name)) return;
    if (!this.readOnly.has(name)) this.#keep(name, value);
    this.tell(name);
  }

  #keep(name: string, value: number): void {
    this.values.set(name, value);
    this.#revision += 1;
  }
}
