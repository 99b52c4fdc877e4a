import assert from 'node:assert/strict';
import { it } from 'node:test';
import { stationUsAt } from './scene-state.ts';

it('Station time goes on from the moment that was told, at its speed, and not beyond what the moment can tell', () => {
  const told = { timeUs: 5_000_000, wallMs: 1000 };
  const at = (speed: number, atMs: number) => stationUsAt({ ...told, speed }, atMs);
  assert.equal(at(1, 1040), 5_040_000);
  assert.equal(at(20, 1040), 5_800_000);
  assert.equal(at(0, 1040), 5_000_000, 'it stands still');
  assert.equal(at(1, 90_000), 6_000_000, 'nothing was told for a long time');
});
