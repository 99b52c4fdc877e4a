import assert from 'node:assert/strict';
import { boxLineText, readBoxLine } from '../../src/lines/box-lines.ts';
import { LineSplitter } from '../../src/lines/line-splitter.ts';
import { readStationLine, stationLineText } from '../../src/lines/station-lines.ts';
import { LINE_MAX_BYTES } from '../../src/lines/wire.ts';

const LINES = [
  '{"kind":"hello","protocol":"kitestring-ground","version":1,"name":"Winch","parts":{"line":{"orders":["line_length"],"length_max_m":60},"lids":true}}\n',
  '{"kind":"state","line":{"length_m":12.3,"rate_mps":-0.5},"tether_power":{"on":true},"supply":{"source":"mains"},"lids":"closed","faults":["spool_stuck"]}\n',
  '{"kind":"ack","id":7,"accepted":false,"reason":"emergency stop"}\n',
  '{"kind":"order","id":7,"order":"line_length","length_m":20,"rate_mps":0.5}\n',
].map((line) => Buffer.from(line));
const GOOD = Buffer.from('\n{"kind":"beat"}\n');

interface HostileRandom {
  spoil(bytes: Buffer): Buffer;
  pick<T>(values: readonly T[]): T;
}

/** Reads a spoilt line as either side would. @throws AssertionError where a line is understood that cannot be written, or a good one after it is lost */
export function receiveHostileLines(random: HostileRandom): void {
  const splitter = new LineSplitter(LINE_MAX_BYTES);
  const texts = [...splitter.take(random.spoil(random.pick(LINES))), ...splitter.take(GOOD)];
  assert.equal(texts.at(-1), '{"kind":"beat"}');
  for (const text of texts.filter((each) => each !== undefined)) {
    const { line: ofBox } = readBoxLine(text);
    if (ofBox !== undefined) assert.ok(readBoxLine(boxLineText(ofBox)).line !== undefined, text);
    const { line: ofStation } = readStationLine(text);
    if (ofStation !== undefined) {
      const again = readStationLine(stationLineText(ofStation)).line;
      assert.ok(again !== undefined && stationLineText(again) === stationLineText(ofStation), text);
    }
  }
}
