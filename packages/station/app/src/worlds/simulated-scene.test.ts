import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadSettings } from '@kitestring/settings/load-settings.ts';
import { serverSettings } from '@kitestring/settings/server-settings-of.ts';
import { simulatedWorld } from './simulated.ts';

it('takes the sun from where the Ground Station is, while its measured position wanders', () => {
  const { values } = loadSettings({ flags: new Map(), environment: {}, folder: '/' });
  const { aircraft, clock, scene } = simulatedWorld(serverSettings(values, '1.2.3'), 0);
  const { latDeg, lonDeg } = aircraft.simulation.parameters.site;
  const measured = new Set<number>();
  const suns = new Set<string>();
  aircraft.onSample(({ groundStation: { gps } }) => {
    if (gps !== undefined) measured.add(gps.latDeg);
    const { latitudeDeg, longitudeDeg } = scene().conditions;
    suns.add(`${latitudeDeg} ${longitudeDeg}`);
  });
  clock.advance(60);
  assert.ok(measured.size > 1, `${measured.size} measured latitudes`);
  assert.deepEqual([...suns], [`${latDeg} ${lonDeg}`]);
});
