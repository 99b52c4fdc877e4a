const encoder = new TextEncoder();

/** `{topic, time, data}` around a JSON message. @param time RFC 3339, station time */
export function envelope(topic: string, time: string, data: Uint8Array): Uint8Array {
  const before = encoder.encode(`{"topic":${JSON.stringify(topic)},"time":"${time}","data":`);
  const message = new Uint8Array(before.length + data.length + 1);
  message.set(before);
  message.set(data, before.length);
  message[message.length - 1] = 0x7d;
  return message;
}
