import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type HubFigures, hubFamilies, hubGauges } from './hub-gauges.ts';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

const FILE = join(import.meta.dirname, '../../../../../deploy/grafana/kitestring-hub.json');
const { panels } = JSON.parse(readFileSync(FILE, 'utf8')) as { readonly panels: readonly Panel[] };

describe('the dashboard of a hub', () => {
  it('asks for metrics that a hub has, and shows each of them but those that say what is set', () => {
    // Nothing is read: only the names count.
    const counts = { entries: () => [] };
    const figures = { observed: { commandCounts: counts, readCounts: counts } } as unknown as HubFigures;
    const metrics = [...hubGauges(figures), ...hubFamilies(figures)].map(({ name }) => name);
    const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
    const asked = new Set(expressions.match(/\bkitestring_\w+/g));
    assert.deepEqual(
      [...asked].filter((name) => !metrics.includes(name)),
      ['kitestring_http_requests_total'],
    );
    // Names of versions, and states that an alert watches.
    const unseen = ['build_info', 'signins', 'storage_low', 'relay_streams', 'uploads', 'webhooks'];
    assert.deepEqual(
      metrics.filter((name) => !asked.has(name)).sort(),
      unseen.map((name) => `kitestring_hub_${name}`).sort(),
    );
  });

  it('has panels that do not overlap, each with a title and a place of its own', () => {
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    assert.equal(new Set(panels.map(({ title }) => title)).size, panels.length);
    for (const [index, { gridPos: one }] of panels.entries()) {
      assert.ok(one.x + one.w <= 24);
      const over = panels.slice(index + 1).find(({ gridPos: other }) => {
        const isBeside = one.x + one.w <= other.x || other.x + other.w <= one.x;
        return !isBeside && one.y < other.y + other.h && other.y < one.y + one.h;
      });
      assert.equal(over, undefined);
    }
  });
});
