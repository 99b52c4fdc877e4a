import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CaseCamera } from './specification/case-camera.ts';

const resolution = (width: number, height: number) =>
  `<Resolution><Width>${width}</Width><Height>${height}</Height></Resolution>`;
const rate = (frames: number, kbps: number) =>
  `<RateControl><FrameRateLimit>${frames}</FrameRateLimit><BitrateLimit>${kbps}</BitrateLimit></RateControl>`;
const encoder = (content: string, attributes = '') =>
  `tr2:SetVideoEncoderConfiguration <Configuration token="vec_zoom" ${attributes}><Encoding>H264</Encoding>${content}</Configuration>`;
const SOURCE = '<VideoSourceToken>vs_zoom</VideoSourceToken>';
const imaging = (content: string) => `timg:SetImagingSettings ${SOURCE}<ImagingSettings>${content}</ImagingSettings>`;

describe('the encoder of a stream', () => {
  it('takes settings within its options, and tells subscribers', async () => {
    await using camera = await CaseCamera.start();
    const point = await camera.pullPoint(
      '<Filter><TopicExpression>tns1:Media/ConfigurationChanged</TopicExpression></Filter>',
    );
    await camera.ok(encoder(`${resolution(1280, 720)}${rate(6, 1500)}<Quality>5</Quality>`, 'GovLength="10"'));
    assert.deepEqual(camera.device.station.encodings.get('zoom'), {
      widthPx: 1280,
      heightPx: 720,
      framesPerS: 5,
      bitRateBps: 1_500_000,
      groupPictures: 10,
    });
    assert.match(await camera.pull(point), /Name="Token" Value="vec_zoom".*Name="Type" Value="VideoEncoder"/);
    await camera.ok('tr2:GetVideoEncoderConfigurations', /GovLength="10".*<tt:Width>1280<.*<tt:FrameRateLimit>5</);
    // The source is what it was: only its encoded pictures are smaller.
    await camera.ok('tr2:GetVideoSourceConfigurations', /<tt:Bounds x="0" y="0" width="1920" height="1080"\/>/);
  });

  it('takes the settings of the first media service too', async () => {
    await using camera = await CaseCamera.start();
    await camera.ok(
      `trt:SetVideoEncoderConfiguration <Configuration token="vec_zoom"><Encoding>H264</Encoding>${resolution(1920, 1080)}<Quality>5</Quality>${rate(15, 800)}<H264><GovLength>20</GovLength><H264Profile>Baseline</H264Profile></H264></Configuration><ForcePersistence>true</ForcePersistence>`,
    );
    const { bitRateBps, groupPictures } = camera.device.station.encodings.get('zoom') ?? assert.fail();
    assert.deepEqual([bitRateBps, groupPictures], [800_000, 20]);
  });

  for (const [refused, call] of Object.entries({
    'a size that it does not have': encoder(resolution(1281, 720)),
    'a rate below the lowest': encoder(rate(0.5, 1000)),
    'a bit rate above its highest': encoder(rate(15, 6001)),
    'a bit rate that is no number': encoder('<RateControl><BitrateLimit>much</BitrateLimit></RateControl>'),
    'a group without pictures': encoder('', 'GovLength="0"'),
    'another quality': encoder('<Quality>6</Quality>'),
    'another codec': encoder('').replace('H264', 'H265'),
    'a part of the source':
      'tr2:SetVideoSourceConfiguration <Configuration token="vsc_zoom"><Bounds x="0" y="0" width="10" height="10"/></Configuration>',
  })) {
    it(`refuses ${refused}, and changes nothing`, async () => {
      await using camera = await CaseCamera.start();
      await camera.refused(call, 'InvalidArgVal', 'ConfigModify');
      assert.equal(camera.device.station.encodings.size, 0);
    });
  }

  it('gives the reason of the station', async () => {
    await using camera = await CaseCamera.start();
    camera.device.station.refusal = { code: 'CONTROL_TAKEN', message: 'control is with M. Rossi' };
    await camera.refused(encoder(''), 'OperationProhibited');
    await camera.refused(imaging('<Brightness>60</Brightness>'), 'OperationProhibited');
  });

  it('makes a key frame for a synchronisation point', async () => {
    await using camera = await CaseCamera.start();
    await camera.ok('tr2:SetSynchronizationPoint <ProfileToken>thermal</ProfileToken>');
    assert.deepEqual(camera.device.station.keyFrames, ['thermal']);
  });
});

describe('the imaging service', () => {
  it('changes what is named, and nothing else', async () => {
    await using camera = await CaseCamera.start();
    await camera.ok(imaging('<Brightness>80</Brightness><Contrast>20.5</Contrast>'));
    assert.deepEqual(camera.device.station.looks.get('zoom'), { brightness: 80, contrast: 20.5, saturation: 50 });
    await camera.ok(
      `timg:GetImagingSettings ${SOURCE}`,
      /<tt:Brightness>80<\/tt:Brightness><tt:ColorSaturation>50<\/tt:ColorSaturation><tt:Contrast>20.5</,
    );
  });

  it('lists what works only: a thermal picture has no colours', async () => {
    await using camera = await CaseCamera.start();
    const thermal = '<VideoSourceToken>vs_thermal</VideoSourceToken>';
    assert.doesNotMatch(await camera.ok(`timg:GetOptions ${thermal}`, /tt:Contrast/), /ColorSaturation|Focus|Exposure/);
    const invalid = ['InvalidArgVal', 'SettingsInvalid'];
    await camera.refused(imaging('<ColorSaturation>1</ColorSaturation>').replace('vs_zoom', 'vs_thermal'), ...invalid);
    await camera.refused(imaging('<IrCutFilter>ON</IrCutFilter>'), ...invalid);
    await camera.refused(imaging('<Brightness>101</Brightness>'), ...invalid);
    await camera.refused('timg:GetOptions <VideoSourceToken>none</VideoSourceToken>', 'InvalidArgVal', 'NoSource');
    await camera.refused(`timg:Move ${SOURCE}`, 'ActionNotSupported');
  });
});
