import type { FrameOptions, RawFrame } from '../raw-web-socket.ts';
import { BINARY, CLOSE, PING, PONG, TEXT } from './case.ts';

/** Answers of an echo according to RFC 6455: messages and pongs in order, and the close code, if it closes. */
interface ExpectedAnswers {
  readonly frames: readonly RawFrame[];
  readonly closes: number | undefined;
}

/** The longest message that is taken. */
const MESSAGE_MAX_BYTES = 65_536;
/** RFC 6455 section 7.4: codes that may stand in a frame. */
const isCode = (code: number) =>
  (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code <= 4999);

/** A receiver after the text of RFC 6455, whole frames at a time: the second opinion on the one of the product. */
export function expectedAnswers(sent: readonly FrameOptions[]): ExpectedAnswers {
  const frames: RawFrame[] = [];
  let begun: { readonly opcode: number; readonly parts: Buffer[] } | undefined;
  for (const frame of sent) {
    const payload = Buffer.from(frame.payload ?? '');
    const closes = headFault(frame, payload.length, begun !== undefined);
    if (closes !== undefined) return { frames, closes };
    if (frame.opcode === CLOSE) return { frames, closes: goodbyeCode(payload) };
    if (frame.opcode === PING) frames.push({ opcode: PONG, payload });
    if (frame.opcode >= CLOSE) continue;
    begun ??= { opcode: frame.opcode, parts: [] };
    begun.parts.push(payload);
    const whole = Buffer.concat(begun.parts);
    const isOver = frame.fin !== false;
    if (whole.length > MESSAGE_MAX_BYTES) return { frames, closes: 1009 };
    if (begun.opcode === TEXT && !isUtf8(whole, isOver)) return { frames, closes: 1007 };
    if (!isOver) continue;
    frames.push({ opcode: begun.opcode, payload: whole });
    begun = undefined;
  }
  return { frames, closes: undefined };
}

function headFault(frame: FrameOptions, length: number, hasBegun: boolean): number | undefined {
  const { fin = true, isMasked = true, lengthBytes, opcode, rsv = 0, statedLength } = frame;
  const isControl = opcode >= CLOSE;
  const isKnown = [0, TEXT, BINARY, CLOSE, PING, PONG].includes(opcode);
  if (rsv !== 0 || !isKnown || !isMasked) return 1002;
  if (isControl ? !fin || length > 125 : (opcode === 0) !== hasBegun) return 1002;
  if ((lengthBytes === 2 && length < 126) || (lengthBytes === 8 && length < 65_536)) return 1002;
  return statedLength !== undefined && statedLength > MESSAGE_MAX_BYTES ? 1009 : undefined;
}

/** 1005 stands for none. */
function goodbyeCode(payload: Buffer): number {
  if (payload.length === 0) return 1005;
  const code = payload.length === 1 ? 0 : payload.readUInt16BE(0);
  if (!isCode(code)) return 1002;
  return isUtf8(payload.subarray(2), true) ? code : 1007;
}

function isUtf8(bytes: Buffer, isWhole: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return true;
  } catch {
    return false;
  }
}
