import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { AircraftStream } from '@kitestring/station-core/ports';
import { isLensKnown } from '@kitestring/video-process/stream-plan.ts';
import { AircraftCameras } from './aircraft-cameras.ts';

const COLOUR: AircraftStream = { id: 'color', url: 'rtsp://10.0.0.2:8554/main', cameraName: 'Maker Eye', zoom: {} };
const HEAT: AircraftStream = { id: 'thermal', url: 'rtsp://10.0.0.2:8554/thermal', cameraName: 'Maker Eye' };
const TARGET = { url: 'rtsp://192.168.1.50/own', checksCertificate: true };

function cameras(settings: Partial<ConstructorParameters<typeof AircraftCameras>[0]['settings']> = {}) {
  let streams: readonly AircraftStream[] = [];
  let renewals = 0;
  const zooms: unknown[] = [];
  const video = {
    get streams() {
      return streams;
    },
    zoom: (...order: unknown[]) => void zooms.push(order),
    takeImages: () => {},
  };
  const it = new AircraftCameras({
    aircraft: { video },
    settings: { checksCertificate: true, ...settings },
    clock: new VirtualClock(),
    log: SILENT_LOG,
    supervisor: () => ({
      renew: () => {
        renewals += 1;
      },
    }),
  });
  it.started();
  const tell = (...now: readonly AircraftStream[]) => {
    streams = now;
    it.follow();
  };
  return { cameras: it, real: it.real, tell, zooms, renewals: () => renewals };
}

const plan = (id: string) => ({ id, path: id, framesPerS: 30, priority: 0, lens: { zoomMin: 1, zoomMax: 8 } as never });
const openedUrl = (real: AircraftCameras['real'], id: string) =>
  real.wished({ id, isUp: true, controls: { zoom: 1 }, masks: [] }).camera?.url;

describe('the cameras of an aircraft', () => {
  it('are taken over, and the media process starts again where it may not reach their port yet', () => {
    const { real, renewals, tell } = cameras();
    assert.equal(real.layout, undefined);
    tell(COLOUR);
    assert.deepEqual([real.layout, openedUrl(real, 'color'), renewals()], ['Camera 1st Generation', COLOUR.url, 1]);
    tell({ ...COLOUR });
    tell({ ...COLOUR, url: 'rtsp://10.0.0.3:8554/main' });
    assert.deepEqual([openedUrl(real, 'color'), renewals()], ['rtsp://10.0.0.3:8554/main', 1]);
    tell({ ...COLOUR, url: 'rtsp://10.0.0.3:9000/main' });
    assert.equal(renewals(), 2);
  });

  it('give way to the cameras of the settings', () => {
    const { real, tell } = cameras({ cameras: { color: TARGET } });
    tell(COLOUR);
    assert.equal(openedUrl(real, 'color'), TARGET.url);
  });

  it('are left out with an address that cannot be used', () => {
    const { real, tell } = cameras();
    tell({ ...COLOUR, url: 'rtsp://10.0.0.2:8554/ma in' });
    assert.equal(real.layout, undefined);
  });

  it('zoom up to the factor of the settings, and show what they say', () => {
    const { cameras: it, real, tell, zooms } = cameras({ zoomMax: 5 });
    tell({ ...COLOUR, zoom: { share: 0.5 } }, HEAT);
    assert.equal(real.plan(plan('color')).lens.zoomMax, 5);
    assert.equal(real.plan(plan('thermal')).lens.zoomMax, 1);
    assert.equal(real.zoom('color'), 3);
    tell({ ...COLOUR, lens: { sensorWidthMm: 6, sensorHeightMm: 4, focalLengthMm: 5 } }, HEAT);
    assert.deepEqual([isLensKnown(real.plan(plan('color'))), isLensKnown(real.plan(plan('thermal')))], [true, false]);
    assert.equal(real.plan(plan('color')).lens.focalLengthMm, 5);
    it.zoom(plan('color'), 2);
    assert.deepEqual(zooms, [['color', 2, 5]]);
  });
});
