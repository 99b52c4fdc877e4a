/** FIN and opcode 1: a whole text message. */
const TEXT = 0x81;

/**
 * A text message as one WebSocket frame (RFC 6455 section 5.2). A server does not mask what it sends, so the same bytes
 * go to every client: they are made once, and sending is one write.
 * @param payload UTF-8; at most 65,535 bytes, far more than any state has
 */
export function textFrame(payload: Uint8Array): Buffer {
  const { length } = payload;
  if (length > 0xffff) throw new RangeError(`a message of ${length} bytes does not fit a frame`);
  const headerLength = length < 126 ? 2 : 4;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = TEXT;
  if (headerLength === 2) frame[1] = length;
  else {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  }
  frame.set(payload, headerLength);
  return frame;
}
