/** First number of a datagram with 16 and with 32 outputs. Source: ArduPilot, libraries/SITL/examples/JSON. */
const MAGIC_16 = 18_458;
const MAGIC_32 = 29_569;
const HEADER_BYTES = 8;
/** ArduPilot ignores an answer after a step of 0.1 s or more, so that such a frame is not simulated. */
const SLOWEST_HZ = 10;

/** Outputs of ArduPilot's SITL for one step. */
export interface ServoFrame {
  /** Requested steps per second, hertz. */
  readonly rateHz: number;
  /** Counts frames; begins at 0 with each start, and is repeated when no answer came. */
  readonly count: number;
  /** Pulse widths, microseconds. */
  readonly pwmUs: readonly number[];
}

type ServoFrameFault = 'NoServoFrame' | 'StepTooLong';

type ReadServoFrame =
  | { readonly ok: true; readonly frame: ServoFrame }
  | { readonly ok: false; readonly fault: ServoFrameFault };

/** Parses a datagram, of any content. */
export function readServoFrame(bytes: Uint8Array): ReadServoFrame {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const channels = channelsOf(view);
  if (channels === undefined) return { ok: false, fault: 'NoServoFrame' };
  const rateHz = view.getUint16(2, true);
  if (rateHz <= SLOWEST_HZ) return { ok: false, fault: 'StepTooLong' };
  const pwmUs = Array.from({ length: channels }, (_, index) => view.getUint16(HEADER_BYTES + 2 * index, true));
  return { ok: true, frame: { rateHz, count: view.getUint32(4, true), pwmUs } };
}

function channelsOf(view: DataView): 16 | 32 | undefined {
  const magic = view.byteLength < HEADER_BYTES ? undefined : view.getUint16(0, true);
  if (magic === MAGIC_16 && view.byteLength === HEADER_BYTES + 2 * 16) return 16;
  if (magic === MAGIC_32 && view.byteLength === HEADER_BYTES + 2 * 32) return 32;
  return undefined;
}
