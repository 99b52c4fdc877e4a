import assert from 'node:assert/strict';
import { it } from 'node:test';
import { STILL } from '@kitestring/video-scene/camera/motion.ts';
import { ANY_VIEW } from './any-view.ts';
import { sceneAt, stationUsAt } from './scene-state.ts';

it('Station time goes on from the moment that was told, at its speed, and not beyond what the moment can tell', () => {
  const told = { timeUs: 5_000_000, realTimeMs: 1000 };
  const at = (speed: number, atMs: number) => stationUsAt({ ...told, speed }, atMs);
  assert.equal(at(1, 1040), 5_040_000);
  assert.equal(at(20, 1040), 5_800_000);
  assert.equal(at(0, 1040), 5_000_000, 'it stands still');
  assert.equal(at(1, 90_000), 6_000_000, 'nothing was told for a long time');
});

it('A scene goes on as it moves, for a tenth of a second at most, and a shake keeps its phase', () => {
  const { scene } = ANY_VIEW;
  const tone = { frequencyHz: 75, turns: 0.5, panDeg: 0.01, tiltDeg: 0, rollDeg: 0 };
  const moving = { ...scene, motion: { ...STILL, panDps: 20, eastMps: 2, vibration: [tone] } };
  const later = sceneAt(moving, scene.timeUs + 20_000);
  assert.ok(Math.abs(later.pose.panDeg - scene.pose.panDeg - 0.4) < 1e-9);
  assert.ok(Math.abs(later.reported.panDeg - scene.reported.panDeg - 0.4) < 1e-9);
  assert.ok(Math.abs(later.pose.eastM - scene.pose.eastM - 0.04) < 1e-9);
  assert.ok(Math.abs((later.motion.vibration[0]?.turns ?? 0) - 0) < 1e-9, 'one and a half turns on');
  assert.equal(later.conditions.unixMs, scene.conditions.unixMs + 20);
  assert.ok(Math.abs(sceneAt(moving, scene.timeUs + 9_000_000).pose.panDeg - scene.pose.panDeg - 2) < 1e-9);
  assert.equal(sceneAt(moving, scene.timeUs), moving);
});
