import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { MemoryStore } from '@kitestring/lab-testing/memory-store.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { MASKS_MAX, type NewPrivacyMask } from '@kitestring/station-contract/station/privacy-mask.ts';
import { PrivacyMasks } from './privacy-masks.ts';

const STATION = { latDeg: 46.5, lonDeg: 11.35 };
const CHIEF = { callerName: 'Chief' };

function station() {
  const { documents } = new MemoryStore();
  const real: string[] = [];
  let changes = 0;
  const open = () =>
    new PrivacyMasks({
      documents,
      log: SILENT_LOG,
      clock: { nowUs: () => Date.UTC(2026, 2, 1) * 1000 },
      station: STATION,
      find: (id) => (id === 'zoom' ? ok(id) : refuse('STREAM_NOT_FOUND', { stream: id, known: 'zoom' })),
      ground: (_, { x, y }) => ok(y < 0.5 ? undefined : { latDeg: 46.5 + 0.002 * (1 - y), lonDeg: 11.35 + 0.002 * x }),
      realIds: () => real,
      onChange: () => {
        changes += 1;
      },
    });
  return { documents, open, masks: open(), real, changes: () => changes };
}

const RECTANGLE: NewPrivacyMask = {
  holds: 'picture',
  stream_id: 'zoom',
  corners: [
    { x: 0.1, y: 0.1 },
    { x: 0.3, y: 0.4 },
  ],
};
const GARDEN: NewPrivacyMask = {
  holds: 'ground',
  places: [
    { latitude: 46.5004, longitude: 11.3503 },
    { latitude: 46.5004, longitude: 11.3507 },
    { latitude: 46.5001, longitude: 11.3505 },
  ],
};

const sentence = (result: Result<unknown>): string => (result.ok ? 'ok' : result.refusal.message);

describe('privacy masks', () => {
  it('hide their part of one stream, or their ground in all streams, and are told who has set them', () => {
    const { changes, masks } = station();
    assert.ok(masks.add(CHIEF, { ...RECTANGLE, name: ' Window ' }).ok);
    assert.ok(masks.add(CHIEF, GARDEN).ok);
    const [first, second] = masks.list().masks;
    assert.deepEqual([first?.name, first?.corners?.length, first?.created_by], ['Window', 4, 'Chief']);
    assert.deepEqual([second?.height_m, second?.places], [5, GARDEN.places]);
    assert.deepEqual(
      masks.of('zoom').map(({ holds }) => holds),
      ['picture', 'ground'],
    );
    assert.deepEqual(
      masks.of('thermal').map(({ holds }) => holds),
      ['ground'],
    );
    assert.deepEqual([changes(), masks.version], [2, 2]);
  });

  it('of the ground are drawn on the picture as it is, and kept as places', () => {
    const { masks } = station();
    const corners = [
      { x: 0.1, y: 0.6 },
      { x: 0.3, y: 0.9 },
    ];
    const added = masks.add(CHIEF, { holds: 'ground', stream_id: 'zoom', corners, height_m: 0 });
    assert.ok(added.ok);
    assert.equal(added.value.corners, undefined);
    assert.deepEqual(added.value.places?.[0], { latitude: 46.5008, longitude: 11.3502 });
    assert.equal(
      sentence(
        masks.add(CHIEF, {
          holds: 'ground',
          stream_id: 'zoom',
          corners: [
            { x: 0.1, y: 0.4 },
            { x: 0.3, y: 0.9 },
          ],
        }),
      ),
      'corner 1 shows no ground within 2 km: draw below the horizon',
    );
  });

  it('are there after a restart, until they are removed', () => {
    const { masks, open } = station();
    const added = masks.add(CHIEF, RECTANGLE);
    assert.ok(added.ok && masks.add(CHIEF, GARDEN).ok);
    const again = open();
    assert.deepEqual(again.list(), masks.list());
    assert.ok(again.remove(CHIEF, 'no such mask').ok);
    assert.ok(again.remove(CHIEF, added.value.mask_id).ok);
    assert.deepEqual(
      open()
        .of('zoom')
        .map(({ holds }) => holds),
      ['ground'],
    );
    assert.ok(again.remove(CHIEF, 'all').ok);
    assert.deepEqual(open().list().masks, []);
  });

  it('that cannot be read withhold every picture, until an administrator removes them', () => {
    for (const text of ['{', '{"masks":[]}', '[{"mask_id":"1"}]']) {
      const { documents, open } = station();
      documents.set('video.masks', text);
      const masks = open();
      assert.deepEqual([masks.areUnreadable, masks.list().unreadable], [true, 'the stored masks are damaged']);
      assert.match(sentence(masks.add(CHIEF, RECTANGLE)), /cannot be read; an administrator must remove/);
      assert.equal(masks.remove(CHIEF, 'one').ok && masks.areUnreadable, true, 'one of them is not named');
      assert.ok(masks.remove(CHIEF, 'all').ok);
      assert.deepEqual([masks.areUnreadable, masks.add(CHIEF, RECTANGLE).ok], [false, true]);
    }
  });

  it('are not acknowledged where they cannot be stored', () => {
    const { documents, masks } = station();
    const full = () => {
      throw new Error('the disk is full');
    };
    documents.set = full;
    assert.throws(() => masks.add(CHIEF, RECTANGLE), /the disk is full/);
    assert.deepEqual(masks.list().masks, []);
  });

  it('are refused for the stream of a real camera, and withhold one that comes later', () => {
    const { masks, real } = station();
    real.push('zoom');
    const refused =
      'the stream zoom comes from a real camera, whose pictures pass through without being decoded: set the mask in that camera';
    assert.deepEqual(
      [RECTANGLE, GARDEN].map((mask) => sentence(masks.add(CHIEF, mask))),
      [refused, refused],
    );
    real.length = 0;
    assert.ok(masks.add(CHIEF, RECTANGLE).ok);
    assert.deepEqual(masks.list().withheld, []);
    real.push('zoom');
    assert.deepEqual(masks.list().withheld, ['zoom']);
  });

  it('are refused in one sentence where they would hide nothing', () => {
    const { masks } = station();
    const refused = (asked: object) => sentence(masks.add(CHIEF, asked as NewPrivacyMask));
    const line = [0.1, 0.2, 0.3].map((x) => ({ x, y: 0.5 }));
    const bow = [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
      { x: 1, y: 0 },
      { x: 0, y: 1 },
    ];
    const point = { latitude: 46.5, longitude: 11.35 };
    assert.deepEqual(
      [
        refused({ ...RECTANGLE, corners: line }),
        refused({ ...RECTANGLE, corners: [line[0], line[0]] }),
        refused({ ...RECTANGLE, corners: bow }),
        refused({ ...RECTANGLE, stream_id: 'wide' }),
        refused({ ...RECTANGLE, stream_id: undefined }),
        refused({ ...RECTANGLE, height_m: 3 }),
        refused({ ...RECTANGLE, name: 'x'.repeat(61) }),
        refused({ ...GARDEN, ...RECTANGLE, holds: 'ground' }),
        refused({ holds: 'ground', places: [point, point, point] }),
        refused({ holds: 'ground', places: [...(GARDEN.places ?? []), { latitude: 47, longitude: 11.35 }] }),
      ],
      [
        'corners enclose no area: they lie in one line or in one place',
        'corners enclose no area: they lie in one line or in one place',
        'corners must be in the order of the sides: two sides cross or touch',
        'there is no stream wide; there are zoom',
        'a mask that holds in the picture needs stream_id and corners',
        'places and height_m belong to a mask that holds on the ground',
        'name must have at most 60 characters, got 61',
        'a mask that holds on the ground needs either places, or stream_id and corners',
        'places enclose no area: they lie in one line or in one place',
        'places/3 is more than 5 km from the Ground Station',
      ],
    );
    for (let count = 0; count < MASKS_MAX; count += 1) assert.equal(refused(RECTANGLE), 'ok');
    assert.equal(refused(RECTANGLE), `at most ${MASKS_MAX} masks: remove one first`);
  });
});
