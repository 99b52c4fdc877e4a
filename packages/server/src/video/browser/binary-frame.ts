/** FIN and opcode 2: a whole binary message. */
const BINARY = 0x82;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/** A binary message as one WebSocket frame (RFC 6455 section 5.2), made once for all who get it. */
export function binaryFrame(payload: Uint8Array): Buffer {
  const { length } = payload;
  const headerLength = length < LENGTH_16 ? 2 : length <= 0xffff ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = BINARY;
  if (headerLength === 2) frame[1] = length;
  else if (headerLength === 4) {
    frame[1] = LENGTH_16;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_64;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.set(payload, headerLength);
  return frame;
}
