/** FIN and opcode in one byte: a complete message of this kind. */
const FIRST_BYTE = { text: 0x81, binary: 0x82 } as const;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/**
 * A complete message as one WebSocket frame (RFC 6455 section 5.2), of any length. Server frames are unmasked, so the
 * same bytes go to every client: they are created once, and sending is one write.
 * @param payload of a text message: UTF-8
 */
export function messageFrame(kind: keyof typeof FIRST_BYTE, payload: Uint8Array): Buffer {
  const { length } = payload;
  const headerLength = length < LENGTH_16 ? 2 : length <= 0xffff ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = FIRST_BYTE[kind];
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
