import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { run } from './support/test-context.ts';

const FLAGS = ['--frames', '3', '--interval', '4', '--width', '320'];

/** The parts of the format of COCO that programs read. */
interface Coco {
  readonly images: readonly { id: number; file_name: string; width: number; height: number }[];
  readonly annotations: readonly {
    readonly id: number;
    readonly image_id: number;
    readonly category_id: number;
    readonly bbox: readonly [number, number, number, number];
    readonly area: number;
    readonly iscrowd: number;
  }[];
  readonly categories: readonly { id: number; name: string }[];
  readonly licenses: readonly { id: number }[];
}

const filesIn = (folder: string): ReadonlyMap<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [file.slice(folder.length), readFileSync(file)]),
  );

describe('kitestring dataset', () => {
  it('writes pictures with COCO labels, the same for the same flags', async () => {
    using folder = new TestFolder();
    const first = await run(['dataset', '--out', 'a', ...FLAGS], { folder: folder.path });
    assert.deepEqual([first.status, first.err], [0, '']);
    assert.match(first.out, /^a: 6 pictures with \d+ objects\n$/);
    const again = await run(['dataset', '--out', 'b', ...FLAGS, '--json'], { folder: folder.path });
    assert.equal(JSON.parse(again.out).pictures, 6);
    const files = filesIn(join(folder.path, 'a'));
    assert.deepEqual(files, filesIn(join(folder.path, 'b')));
    let people = 0;
    for (const kind of ['color', 'thermal']) {
      const labels = JSON.parse(String(files.get(`/annotations/${kind}.json`))) as Coco;
      assert.deepEqual(
        labels.categories.map(({ name }) => name),
        ['person', 'vehicle', 'fire', 'smoke'],
      );
      for (const { file_name, height, width } of labels.images) {
        const png = files.get(`/${file_name}`) as Buffer;
        assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [width, height]);
      }
      for (const { area, bbox, category_id, image_id, iscrowd } of labels.annotations) {
        const image = labels.images.find(({ id }) => id === image_id);
        const [x, y, width, height] = bbox;
        assert.ok(x >= 0 && y >= 0 && x + width <= (image?.width ?? 0) && y + height <= (image?.height ?? 0));
        assert.ok(area > 0 && area <= width * height + 1 && iscrowd === 0);
        if (category_id === 1) people += 1;
      }
    }
    assert.ok(people > 0);
  });

  it('says when the scenario ends before all pictures are taken, and keeps those', async () => {
    using folder = new TestFolder();
    folder.file(
      'short.yaml',
      'title: Short\ndescription: Ends soon.\nfamily: test\nseed: 1\nclients:\n  operator: { scopes: [read] }\ntimeline:\n  - wait: 2 s\nexpect:\n  - at_end: lids is Closed\n',
    );
    const flags = ['--scenario', 'short.yaml', '--pictures', 'thermal', '--width', '160'];
    const { err, out, status } = await run(['dataset', '--out', 'c', ...flags], { folder: folder.path });
    assert.equal(status, 0, err);
    assert.match(err, /^the scenario has ended after \d of 100 pictures of each kind\n$/);
    assert.match(out, /^c: \d pictures/);
  });
});
