/** Starts a station, by ONVIF where the word `on` is given, and prints the modules of ONVIF that it has loaded then. */
import { registerHooks } from 'node:module';
import { DEFAULT_VIDEO_SETTINGS } from '@kitestring/settings/video-settings.ts';

const loaded: string[] = [];
registerHooks({
  load: (url, context, next) => {
    if (url.includes('/packages/onvif/src/')) loaded.push(url);
    return next(url, context);
  },
});
const { startTestStation } = await import('../../packages/station/app/test/support/test-station.ts');
const isOn = process.argv.includes('on');
await using station = await startTestStation({
  video: { ...DEFAULT_VIDEO_SETTINGS, rtspPort: 0, rtspsPort: 0, udpPorts: 'any' },
  ...(isOn && { onvif: { port: 0, discovery: false } }),
});
process.stdout.write(JSON.stringify({ isOn: station.running.onvif !== undefined, loaded }));
