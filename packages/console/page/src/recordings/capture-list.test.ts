import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Capture, CaptureList } from '@kitestring/station-contract/station/captures.ts';
import { CaptureListStore, captureQuery, EVERY_CAPTURE } from './capture-list.ts';

const capture = (number: number): Capture => ({
  capture_id: `${number}`,
  kind: 'recording',
  started: '2026-03-01T09:30:00.000000+00:00',
  duration_s: 1,
  size: 1,
  is_being_recorded: false,
  name: '',
  note: '',
  is_bookmarked: false,
  videos: [],
});

/** A station with so many captures, whose answers a test lets go. */
class FakeStation {
  count = 70;
  readonly asked: string[] = [];
  #change = Promise.withResolvers<{ version: string }>();
  #failure: Error | undefined;

  change(): void {
    this.#change.resolve({ version: `of ${this.count}` });
    this.#change = Promise.withResolvers();
  }

  failOnce(error: Error): void {
    this.#failure = error;
    this.#change.reject(error);
    this.#change = Promise.withResolvers();
  }

  readonly source = {
    list: async ({ before, limit }: { before?: string; limit: number }): Promise<CaptureList> => {
      this.asked.push(`${limit} before ${before}`);
      const failure = this.#failure;
      this.#failure = undefined;
      if (failure !== undefined) throw failure;
      const first = before === undefined ? this.count : Number(before) - 1;
      const captures = Array.from({ length: Math.min(limit, first) }, (_, index) => capture(first - index));
      const last = captures.at(-1)?.capture_id;
      const more = last === undefined || last === '1' ? {} : { next_before: last };
      return { version: `of ${this.count}`, total: this.count, captures, flights: [], ...more };
    },
    changes: () => this.#change.promise,
    pause: async () => {},
  };
}

async function settled(): Promise<void> {
  for (let turns = 0; turns < 10; turns += 1) await turn();
}

describe('the list of captures in the page', () => {
  it('is read in pages of 30, each once, as one scrolls', async () => {
    const station = new FakeStation();
    const store = new CaptureListStore(station.source, EVERY_CAPTURE);
    const leave = store.subscribe(() => {});
    await settled();
    assert.equal(store.snapshot().captures?.length, 30);
    await Promise.all([store.more(), store.more()]);
    await store.more();
    await store.more();
    assert.deepEqual(
      store.snapshot().captures?.map(({ capture_id }) => Number(capture_id)),
      Array.from({ length: 70 }, (_, index) => 70 - index),
    );
    assert.deepEqual(station.asked, ['30 before undefined', '30 before 41', '30 before 11']);
    leave();
  });

  it('is not asked for again while nothing has changed, and whole as far as it is shown when something has', async () => {
    const station = new FakeStation();
    const store = new CaptureListStore(station.source, EVERY_CAPTURE);
    const leave = store.subscribe(() => {});
    await settled();
    await store.more();
    assert.equal(station.asked.length, 2);
    station.count = 71;
    station.change();
    await settled();
    assert.equal(station.asked.at(-1), '60 before undefined');
    assert.deepEqual(
      [store.snapshot().captures?.length, store.snapshot().captures?.[0]?.capture_id, store.snapshot().total],
      [60, '71', 71],
    );
    await settled();
    assert.equal(station.asked.length, 3);
    leave();
  });

  it('keeps what is known while the station does not answer, and says why', async () => {
    const station = new FakeStation();
    const store = new CaptureListStore(station.source, EVERY_CAPTURE);
    const errors: unknown[] = [];
    const leave = store.subscribe(() => errors.push(store.snapshot().error));
    await settled();
    station.failOnce(new Error('gone'));
    await settled();
    assert.ok(errors.some((error) => error instanceof Error && error.message === 'gone'));
    assert.equal(store.snapshot().captures?.length, 30);
    assert.equal(store.snapshot().error, undefined, 'the next answer has taken it away');
    leave();
  });

  it('is filtered by whole days of the page, also where one has 23 hours', () => {
    assert.deepEqual(captureQuery(EVERY_CAPTURE), {});
    const { from_time, to_time, ...rest } = captureQuery({
      search: ' roof ',
      kind: 'snapshot',
      flight: '2026-03-01T09:30:00.000000+00:00',
      day: '2026-03-29',
    });
    assert.deepEqual(rest, { search: 'roof', kind: 'snapshot', flight: '2026-03-01T09:30:00.000000+00:00' });
    assert.equal(from_time, new Date(2026, 2, 29).toISOString());
    assert.equal(to_time, new Date(2026, 2, 30).toISOString());
    assert.deepEqual(captureQuery({ ...EVERY_CAPTURE, day: 'tomorrow' }), {});
  });

  it('is filtered by days of UTC where the page tells times in UTC', () => {
    const { TZ } = process.env;
    process.env.TZ = 'Europe/Zurich';
    try {
      const { from_time, to_time } = captureQuery({ ...EVERY_CAPTURE, day: '2026-03-29' }, true);
      assert.deepEqual([from_time, to_time], ['2026-03-29T00:00:00.000Z', '2026-03-30T00:00:00.000Z']);
    } finally {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
  });
});
