import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CaseCamera } from './specification/case-camera.ts';

const osd = (text: string, { corner = 'UpperLeft', source = 'vsc_zoom', token = '' } = {}) =>
  `<OSD token="${token}"><VideoSourceConfigurationToken>${source}</VideoSourceConfigurationToken><Type>Text</Type><Position><Type>${corner}</Type></Position><TextString>${text}</TextString></OSD>`;
const PLAIN = '<Type>Plain</Type><FontSize>2</FontSize><PlainText>Tower &amp; bridge</PlainText>';
const create = (...given: Parameters<typeof osd>) => `tr2:CreateOSD ${osd(...given)}`;
const set = (...given: Parameters<typeof osd>) => `tr2:SetOSD ${osd(...given)}`;
const BLOCK = { stream_id: 'zoom', corner: 'top_left', size: 'medium', lines: ['text'], text: 'Tower & bridge' };

describe('texts in the pictures by ONVIF', () => {
  it('are created, listed, changed and deleted, and keep their tokens', async () => {
    await using camera = await CaseCamera.start();
    const { station } = camera.device;
    await camera.ok(create(PLAIN), /<tr2:OSDToken>osd_1</);
    assert.deepEqual(station.blocks, [BLOCK]);
    await camera.ok(
      create('<Type>DateAndTime</Type>', { corner: 'LowerRight', source: 'vsc_thermal' }),
      /<tr2:OSDToken>osd_2</,
    );
    assert.deepEqual(station.blocks[1], {
      stream_id: 'thermal',
      corner: 'bottom_right',
      size: 'small',
      lines: ['time_utc'],
    });
    await camera.ok(
      'tr2:GetOSDs',
      /token="osd_1".*>vsc_zoom<.*<tt:Type>UpperLeft<.*<tt:PlainText>Tower &amp; bridge<.*token="osd_2".*>LowerRight<.*<tt:DateFormat>yyyy-MM-dd<\/tt:DateFormat><tt:TimeFormat>HH:mm:ss</,
    );
    const ofThermal = await camera.ok('tr2:GetOSDs <ConfigurationToken>vsc_thermal</ConfigurationToken>');
    assert.doesNotMatch(ofThermal, /osd_1/);
    await camera.ok(set('<Type>Time</Type>', { corner: 'UpperRight', token: 'osd_1' }));
    assert.deepEqual(station.blocks[0], { stream_id: 'zoom', corner: 'top_right', size: 'medium', lines: ['clock'] });
    await camera.ok('tr2:GetOSDs <OSDToken>osd_1</OSDToken>', /token="osd_1".*>UpperRight<.*<tt:Type>Time</);
    await camera.ok('tr2:DeleteOSD <OSDToken>osd_1</OSDToken>');
    assert.doesNotMatch(await camera.ok('tr2:GetOSDs', /token="osd_2"/), /osd_1/);
    await camera.refused('tr2:GetOSDs <OSDToken>osd_1</OSDToken>', 'InvalidArgVal', 'NoConfig');
  });

  it('are the same by the older media service', async () => {
    await using camera = await CaseCamera.start();
    await camera.ok(create(PLAIN).replace('tr2', 'trt'), /<trt:OSDToken>osd_1</);
    const { blocks } = camera.device.station;
    assert.deepEqual(blocks, [BLOCK]);
    await camera.ok('trt:GetOSDs', /<trt:OSDs token="osd_1">.*Tower &amp; bridge/);
    await camera.ok('trt:GetOSD <OSDToken>osd_1</OSDToken>', /<trt:OSD token="osd_1">/);
    await camera.ok(
      'trt:GetOSDOptions <ConfigurationToken>vsc_zoom</ConfigurationToken>',
      /<trt:OSDOptions>.*Total="4"/,
    );
    await camera.ok(set('<Type>Time</Type>', { token: 'osd_1' }).replace('tr2', 'trt'));
    await camera.ok('tr2:GetOSDs', /<tr2:OSDs token="osd_1">.*<tt:Type>Time</);
    await camera.ok('trt:DeleteOSD <OSDToken>osd_1</OSDToken>');
    await camera.refused('trt:GetOSD <OSDToken>osd_1</OSDToken>', 'InvalidArgVal', 'NoConfig');
  });

  it('leave blocks alone that ONVIF cannot express, which take places', async () => {
    await using camera = await CaseCamera.start();
    const { station } = camera.device;
    station.blocks = [
      { corner: 'top_left', size: 'small', lines: ['time_utc', 'position'] },
      { corner: 'top_right', size: 'small', lines: ['incident'], stream_id: 'thermal' },
      { corner: 'top_right', size: 'small', lines: ['date'], stream_id: 'zoom' },
    ];
    const kept = station.blocks.slice(0, 2);
    const source = '<ConfigurationToken>vsc_zoom</ConfigurationToken>';
    await camera.ok(`tr2:GetOSDOptions ${source}`, /Total="3" PlainText="3".*<tt:Min>1<\/tt:Min><tt:Max>3</);
    await camera.ok('tr2:GetOSDs', /token="osd_1".*<tt:Type>Date</);
    await camera.ok(create(PLAIN));
    await camera.ok(create('<Type>Time</Type>'));
    await camera.refused(create(PLAIN), 'Action', 'MaxOSDs');
    for (const number of [1, 2, 3]) await camera.ok(`tr2:DeleteOSD <OSDToken>osd_${number}</OSDToken>`);
    assert.deepEqual(station.blocks, kept);
  });

  for (const [refused, call] of Object.entries({
    'a place of its own': create(PLAIN, { corner: 'Custom' }),
    'an image': create(PLAIN).replace('>Text<', '>Image<'),
    'a plain text without a text': create('<Type>Plain</Type>'),
    'another format': create('<Type>Date</Type><DateFormat>MM/dd/yyyy</DateFormat>'),
    'a size that is no number': create('<Type>Date</Type><FontSize>big</FontSize>'),
    'a text that a restart ends': create(PLAIN).replace('<TextString', '<TextString IsPersistentText="false"'),
    'another source for a present text': set(PLAIN, { source: 'vsc_thermal', token: 'osd_1' }),
  })) {
    it(`refuse ${refused}, and change nothing`, async () => {
      await using camera = await CaseCamera.start();
      await camera.ok(create(PLAIN));
      await camera.refused(call, 'InvalidArgVal', 'ConfigModify');
      assert.deepEqual(camera.device.station.blocks, [BLOCK]);
    });
  }

  it('refuse what is not known', async () => {
    await using camera = await CaseCamera.start();
    for (const call of [
      create(PLAIN, { source: 'vsc_none' }),
      set(PLAIN, { token: 'osd_7' }),
      'tr2:DeleteOSD <OSDToken>osd_7</OSDToken>',
      'tr2:GetOSDOptions <ConfigurationToken>vsc_none</ConfigurationToken>',
      'tr2:GetOSDs <ConfigurationToken>vsc_none</ConfigurationToken>',
    ]) {
      await camera.refused(call, 'InvalidArgVal', 'NoConfig');
    }
    await camera.refused('tr2:CreateOSD', 'InvalidArgVal');
  });

  it('give the reason of the station', async () => {
    await using camera = await CaseCamera.start();
    camera.device.station.refusal = { code: 'CONTROL_TAKEN', message: 'control is with M. Rossi' };
    await camera.refused(create(PLAIN), 'OperationProhibited');
    camera.device.station.refusal = { code: 'INVALID_REQUEST', message: 'the text is too long' };
    await camera.refused(create(PLAIN), 'InvalidArgVal', 'ConfigModify');
  });
});
