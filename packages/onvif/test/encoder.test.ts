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
      codec: undefined,
      quality: 5,
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

  for (const service of ['trt', 'tr2'] as const) {
    it(`gives its clients JPEG by ${service}, of its size, rate and quality, and H.264 again`, async () => {
      await using camera = await CaseCamera.start();
      const { encodings } = camera.device.station;
      const set = (content: string) =>
        camera.ok(`${service}:SetVideoEncoderConfiguration <Configuration token="vec_zoom">${content}</Configuration>`);
      await set(`<Encoding>JPEG</Encoding>${resolution(1280, 720)}<Quality>8</Quality>${rate(5, 64_000)}`);
      const { bitRateBps, ...encoding } = encodings.get('zoom') ?? assert.fail();
      const size = { widthPx: 1280, heightPx: 720 };
      assert.deepEqual(encoding, { ...size, codec: 'JPEG', quality: 8, framesPerS: 5, groupPictures: 30 });
      assert.equal(bitRateBps, 4_000_000, 'that of H.264');
      const shown = await camera.ok(
        `${service}:GetVideoEncoderConfigurations`,
        /token="vec_zoom"[^>]*>.*?<tt:Encoding>JPEG<.*?<tt:Encoding>H264</,
      );
      assert.doesNotMatch(shown.slice(0, shown.indexOf('vec_thermal')), /H264|GovLength|Profile=/);
      const uri = `${service}:GetStreamUri <ProfileToken>zoom</ProfileToken>`;
      await camera.ok(uri, /:8554\/zoom\?video=jpeg&amp;metadata=onvif</);
      // A codec that is not named stays.
      await set(rate(15, 64_000));
      assert.equal(encodings.get('zoom')?.codec, 'JPEG');
      await set(`<Encoding>H264</Encoding>${rate(15, 1000)}`);
      assert.equal(encodings.get('zoom')?.codec, undefined);
      await camera.ok(uri, /:8554\/zoom\?metadata=onvif</);
    });
  }

  it('has JPEG in the sizes that RTP can carry, and none where the encoder cannot be set', async () => {
    await using camera = await CaseCamera.start();
    const { station } = camera.device;
    const streams = await station.streams();
    const small = [{ widthPx: 1280, heightPx: 720 }];
    station.streams = async () =>
      streams.map(({ options, ...stream }) =>
        stream.stream_id === 'zoom' && options ? { ...stream, options: { ...options, jpegSizes: small } } : stream,
      );
    const ofZoom = '<ConfigurationToken>vec_zoom</ConfigurationToken>';
    const ofThermal = '<ConfigurationToken>vec_thermal</ConfigurationToken>';
    const options = 'GetVideoEncoderConfigurationOptions';
    await camera.ok(
      `trt:${options} ${ofZoom}`,
      /<tt:JPEG><tt:ResolutionsAvailable><tt:Width>1280<((?!1920).)*<\/tt:JPEG>/,
    );
    await camera.ok(`tr2:${options} ${ofZoom}`, /<tt:Encoding>JPEG<((?!1920).)*<tt:Width>1280</);
    for (const service of ['trt', 'tr2'])
      assert.doesNotMatch(await camera.ok(`${service}:${options} ${ofThermal}`), /JPEG/);
    const jpeg = encoder('').replace('H264', 'JPEG');
    await camera.refused(jpeg, 'InvalidArgVal', 'ConfigModify');
    await camera.refused(jpeg.replace('vec_zoom', 'vec_thermal'), 'InvalidArgVal', 'ConfigModify');
    await camera.ok(jpeg.replace('</Encoding>', `</Encoding>${resolution(1280, 720)}`));
  });

  for (const [refused, call] of Object.entries({
    'a size that it does not have': encoder(resolution(1281, 720)),
    'a rate below the lowest': encoder(rate(0.5, 1000)),
    'a bit rate above its highest': encoder(rate(15, 6001)),
    'a bit rate that is no number': encoder('<RateControl><BitrateLimit>much</BitrateLimit></RateControl>'),
    'a group without pictures': encoder('', 'GovLength="0"'),
    'a quality above the highest': encoder('<Quality>11</Quality>'),
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
