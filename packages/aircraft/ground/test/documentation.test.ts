import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { boxLineText, readBoxLine } from '../src/lines/box-lines.ts';
import { readStationLine, stationLineText } from '../src/lines/station-lines.ts';
import { FAULTS, LINE_MAX_BYTES, LINE_ORDERS, RANGE, SOURCES } from '../src/lines/wire.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/reference/ground-protocol.md'), 'utf8');
const lines = [...page.matchAll(/```json\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'));

it('docs/reference/ground-protocol.md shows lines that are read whole, and every order, source and fault', () => {
  assert.ok(lines.length >= 12);
  for (const text of lines) {
    const [box, station] = [readBoxLine(text), readStationLine(text)];
    assert.deepEqual(
      [...box.wrong].filter(() => station.line === undefined),
      [],
      text,
    );
    assert.ok(Buffer.byteLength(text) <= LINE_MAX_BYTES);
    // A line that is written again as it stands has no field that was not understood.
    const again = [box.line && boxLineText(box.line), station.line && stationLineText(station.line)];
    assert.ok(again.includes(text), text);
  }
  const shown = lines.join('\n');
  for (const word of [...Object.keys(LINE_ORDERS), ...Object.keys(FAULTS)])
    assert.ok(shown.includes(`"${word}"`), word);
  for (const word of Object.keys(SOURCES)) assert.ok(page.includes(`\`${word}\``), word);
  assert.ok(page.includes(`0 to ${RANGE.lengthM[1]}`) && page.includes(`0 to ${RANGE.tensionN[1]}`));
  assert.ok(page.includes(`${RANGE.rateMps[0]} to ${RANGE.rateMps[1]}`) && page.includes(`${LINE_MAX_BYTES} bytes`));
});
