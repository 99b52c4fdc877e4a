import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { MemoryStore } from '@kitestring/lab-testing/memory-store.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { DISPLAY_LINES, type DisplayBlock } from '@kitestring/station-contract/station/picture-display.ts';
import type { DisplayFacts } from './display-lines.ts';
import { PictureTexts } from './picture-texts.ts';

const FACTS: DisplayFacts = {
  position: { latDeg: -46.4997905, lonDeg: 11.350561 },
  altitudeM: 40.04,
  direction: { panDeg: -0.3, tiltDeg: 20.2 },
  zoom: 4,
  zone: { offsetMin: 60, name: 'CET' },
  incident: '2026-0117 Fire',
};
const BLOCK: DisplayBlock = { corner: 'top_left', size: 'small', lines: ['altitude'] };

function station(facts: DisplayFacts = FACTS) {
  const { documents } = new MemoryStore();
  const sent: unknown[] = [];
  const open = () =>
    new PictureTexts({
      documents,
      log: SILENT_LOG,
      find: (id) => (id === 'zoom' ? ok(id) : refuse('STREAM_NOT_FOUND', { stream: id, known: 'zoom' })),
      facts: () => ({ zoom: facts, thermal: facts }),
      send: (texts) => sent.push(texts),
      onChange: () => {},
    });
  return { documents, open, sent, texts: open() };
}

const sentence = (result: Result<unknown>): string => (result.ok ? 'ok' : result.refusal.message);

describe('the texts in pictures', () => {
  it('are the chosen lines, of what the aircraft reports', () => {
    const { sent, texts } = station();
    assert.ok(texts.set({ blocks: [{ ...BLOCK, stream_id: 'zoom', lines: [...DISPLAY_LINES], text: 'Bozen' }] }).ok);
    assert.deepEqual(sent, [
      {
        zoom: [
          {
            corner: 'top_left',
            size: 'small',
            lines: [
              { clock: 'date_time', offsetMin: 0, after: ' UTC' },
              { clock: 'date_time', offsetMin: 60, after: ' CET' },
              { clock: 'date', offsetMin: 0, after: '' },
              { clock: 'time', offsetMin: 0, after: '' },
              '46.499791 S 11.350561 E',
              'ALT 40.0 m',
              'AZ 000° EL -20°',
              'ZOOM 4.0x',
              '2026-0117 Fire',
              'Bozen',
            ],
          },
        ],
        thermal: [],
      },
    ]);
  });

  it('say where a value is not known, and leave out an incident that is none', () => {
    const { sent, texts } = station({ zoom: 1, zone: { offsetMin: 0, name: 'UTC' } });
    texts.set({ blocks: [{ ...BLOCK, lines: ['position', 'altitude', 'direction', 'incident'] }] });
    assert.match(JSON.stringify(sent[0]), /"lines":\["--","ALT --","AZ --"\]/);
  });

  it('are sent when they change, and again to a new media process', () => {
    const { sent, texts } = station();
    texts.send();
    texts.set({ blocks: [BLOCK] });
    texts.send();
    assert.equal(sent.length, 1);
    texts.forget();
    texts.send();
    texts.set({ blocks: [] });
    assert.deepEqual([sent.length, sent.at(-1)], [3, {}]);
  });

  it('are there after a restart, and none where the stored ones are damaged', () => {
    const { documents, open, texts } = station();
    texts.set({ blocks: [BLOCK] });
    assert.deepEqual(open().value, { blocks: [BLOCK] });
    for (const text of ['{', '[]', '{"blocks":[{}]}']) {
      documents.set('video.display', text);
      assert.deepEqual(open().value, { blocks: [] });
    }
  });

  it('are refused in one sentence', () => {
    const { texts } = station();
    const refused = (...blocks: readonly DisplayBlock[]) => sentence(texts.set({ blocks: [...blocks] }));
    const own = (text: string): DisplayBlock => ({ ...BLOCK, lines: ['text'], text });
    assert.deepEqual(
      [
        refused({ ...BLOCK, stream_id: 'wide' }),
        refused({ ...BLOCK, lines: ['text'] }),
        refused({ ...BLOCK, text: 'Bozen' }),
        refused(own('x'.repeat(81))),
        refused(own(' ')),
        refused(own('two\nlines')),
        refused(BLOCK, BLOCK, BLOCK, BLOCK, { ...BLOCK, stream_id: 'zoom' }),
      ],
      [
        'there is no stream wide; there are zoom',
        'blocks/0: text and the line `text` belong together',
        'blocks/0: text and the line `text` belong together',
        'blocks/0/text must have 1 to 80 characters, got 81',
        'blocks/0/text must have 1 to 80 characters, got 0',
        'blocks/0/text must have no control characters, such as line breaks and marks of the direction of text',
        'at most 4 blocks in the pictures of one stream, got 5',
      ],
    );
    assert.deepEqual(texts.value, { blocks: [] });
  });
});
