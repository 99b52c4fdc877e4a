/** Bytes as a text of one character per byte, which `latin1` writes unchanged. */
export interface LatinBody {
  readonly text: string;
  /** Number of bytes, as `Content-Length` has it. */
  readonly length: string;
}

/** Returns the bytes of a topic as text, converted once per change. */
export function latinBody(topic: { readonly bytes: Uint8Array }): () => LatinBody {
  let last: Uint8Array | undefined;
  let body: LatinBody = { text: '', length: '0' };
  return () => {
    const { bytes } = topic;
    if (bytes !== last) {
      last = bytes;
      const { buffer, byteOffset, length } = bytes;
      body = { text: Buffer.from(buffer, byteOffset, length).toString('latin1'), length: String(length) };
    }
    return body;
  };
}
