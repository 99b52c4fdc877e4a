import assert from 'node:assert/strict';
import { it } from 'node:test';
import { imageSize } from './image-size.ts';

it('reads the size of a JPEG behind other segments, and none of what is no JPEG', () => {
  const exif = [0xff, 0xe1, 0, 4, 1, 2];
  const frame = [0xff, 0xc0, 0, 17, 8, 0x04, 0x38, 0x07, 0x80, 3, 0, 0];
  assert.deepEqual(imageSize(Buffer.from([0xff, 0xd8, ...exif, ...frame])), { width: 1920, height: 1080 });
  for (const bytes of [[], [0xff, 0xd8], [0x89, 0x50, 0x4e, 0x47], [0xff, 0xd8, ...exif]]) {
    assert.equal(imageSize(Buffer.from(bytes)), undefined);
  }
});
