import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { getCameraInfo } from '@kitestring/station-contract/camera/operations.ts';
import { getRecordingsState } from '@kitestring/station-contract/recordings/operations.ts';
import { WINDY_MINUTE, writtenShift } from '@kitestring/station-flightlog/test/support';
import { accessibilityFaults, ConsoleUnderTest } from './support/console-page.ts';

/** One grey pixel. */
const JPEG =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=';

const picture = { timestamp: { sec: 0, nsec: 0 }, frame_id: 'zoom', data: JPEG, format: 'jpeg' };

/** With all that the page asks for. */
const MINUTE: Parameters<typeof writtenShift>[0] = [
  [
    [0, 'recordings/state', getRecordingsState.replyExample],
    [0, 'document', { operation: getCameraInfo.id, body: getCameraInfo.replyExample }],
    [0, 'picture', picture],
  ],
  ...WINDY_MINUTE.map((chunk) => chunk.filter(([, channel]) => channel !== 'picture')),
];

describe('the page on a replay', { skip: await missingChromium() }, () => {
  it('says that it is one, with its time and speed, controls it, and offers no command', async () => {
    using folder = new TestFolder();
    const file = path.join(folder.path, 'shift.mcap');
    writeFileSync(file, await writtenShift(MINUTE));
    await using console = await ConsoleUnderTest.start({
      command: ['replay', file],
      flags: ['--paused', '--from', '30s'],
    });
    const page = await console.open();
    await page.getByRole('banner').getByText('Replay', { exact: true }).waitFor();
    const flight = page.getByRole('region', { name: 'Flight', exact: true });
    const state = (name: string) => flight.getByRole('status').getByText(name, { exact: true }).waitFor();
    await state('Flying');
    await flight.getByText('Replay: commands are not possible.').first().waitFor();
    await page.getByText('The wind is 16 m/s.').first().waitFor();
    await page.getByRole('img', { name: 'Recorded picture: Zoom' }).waitFor();
    const replay = page.getByRole('region', { name: 'Replay', exact: true });
    await replay.getByText('08:30:30').waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);

    await replay.getByRole('button', { name: '1×' }).click();
    await page.getByRole('option', { name: '60×' }).click();
    await replay.getByRole('button', { name: '60×' }).waitFor();
    await replay.getByRole('button', { name: 'Play' }).click();
    await replay.getByText('End of the recording').waitFor();
    await state('Standby');
    await replay.getByText('08:31:00').waitFor();

    await replay.getByRole('slider', { name: 'Time of the recording' }).press('Home');
    await replay.getByText('08:30:00').waitFor();
    await replay.getByText('Loop').click();
    await replay.getByRole('switch', { name: 'Loop', checked: true }).waitFor();
    await replay.getByRole('button', { name: 'Play' }).click();
    await state('Flying');
    assert.deepEqual(console.complaints, []);
  });
});
