import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import { readXml } from '../src/soap/read-xml.ts';
import { CaseCamera } from './specification/case-camera.ts';
import { FRAME } from './support/frame.ts';

/** A camera whose zoom stream has a client of metadata that has its first document. */
async function receiving(): Promise<CaseCamera> {
  const camera = await CaseCamera.start();
  const { station } = camera.device;
  station.want(['zoom']);
  station.want(['zoom'], 'zoom');
  await until('the first document', () => station.sent.length > 0);
  return camera;
}

describe('metadata', () => {
  it('begins with the state of the camera and of all events, in a document that is well-formed', async () => {
    await using camera = await receiving();
    const [first] = camera.device.station.sent;
    const { name, namespace } = readXml(Buffer.from(first?.text ?? ''));
    assert.deepEqual([name, namespace], ['MetadataStream', 'http://www.onvif.org/ver10/schema']);
    assert.match(
      first?.text ?? '',
      /<tt:PTZStatus><tt:Position>.*<tt:PanTilt>IDLE<.*<tt:UtcTime>.*PropertyOperation="Initialized".*Name="InputToken" Value="flying"/,
    );
    assert.equal(first?.rtpTime, undefined);
  });

  it('has the objects of five pictures a second: box, class, place and speed, at the time of the picture', async () => {
    await using camera = await receiving();
    const { station } = camera.device;
    station.sent.length = 0;
    for (let picture = 0; picture < 25; picture += 1) {
      station.see({ ...FRAME, rtpTime: 90_000 + picture * 3600 });
      station.clock.advance(1 / 25);
    }
    assert.deepEqual(
      station.sent.map(({ rtpTime }) => rtpTime),
      [0, 5, 10, 15, 20].map((picture) => 90_000 + picture * 3600),
    );
    const text = station.sent[0]?.text ?? '';
    const shape =
      '<tt:BoundingBox left="0" top="0.5" right="0.1" bottom="0"/><tt:CenterOfGravity x="0.05" y="0.25"/></tt:Shape>';
    const place = '<tt:Class><tt:Type Likelihood="1">Human</tt:Type></tt:Class><tt:GeoLocation lon="8" lat="47.000899';
    assert.ok(text.includes(`<tt:Appearance><tt:Shape>${shape}${place}`), text);
    assert.ok(text.includes('<tt:Frame UtcTime="2023-11-14T22:13:20.000Z"><tt:Object ObjectId="16">'), text);
    assert.ok(readXml(Buffer.from(text)));
  });

  it('tells of an event at once, and of nothing that is not wanted or received', async () => {
    await using camera = await receiving();
    const { station } = camera.device;
    await camera.ok('trt:SetMetadataConfiguration <Configuration token="meta_zoom"><Events/></Configuration>');
    station.sent.length = 0;
    station.clock.advance(5);
    assert.equal(station.sent.length, 0);
    station.takeOff();
    station.clock.advance(0.2);
    assert.match(station.sent[0]?.text ?? '', /PropertyOperation="Changed".*Value="flying"/);
    assert.equal(station.areObjectsWanted, false);
    station.want([]);
    assert.equal(station.listenerCount, 0);
  });

  it('has the content that a client sets, which is kept, in both media services', async () => {
    await using camera = await receiving();
    const { station } = camera.device;
    await camera.ok(
      'tr2:GetMetadataConfigurations <ConfigurationToken>meta_zoom</ConfigurationToken>',
      /token="meta_zoom"[^>]*GeoLocation="true".*<tt:Position>true<.*<tt:Events><\/tt:Events><tt:Analytics>true</,
    );
    await camera.ok('tr2:GetMetadataConfigurationOptions', /<tt:ZoomStatusSupported>true</);
    await camera.ok(
      'tr2:SetMetadataConfiguration <Configuration token="meta_zoom"><PTZStatus><Status>true</Status><Position>false</Position></PTZStatus><Events><Filter><TopicExpression>tns1:Device//.</TopicExpression></Filter></Events><Analytics>false</Analytics></Configuration>',
    );
    await until('the settings to take effect', () => !station.areObjectsWanted);
    await until('a document', () => /Device/.test(station.sent.at(-1)?.text ?? ''));
    assert.doesNotMatch(station.sent.at(-1)?.text ?? '', /tt:Position/);
    await camera.ok(
      'trt:GetMetadataConfiguration <ConfigurationToken>meta_zoom</ConfigurationToken>',
      /<tt:Position>false<.*>tns1:Device\/\/\.<.*<tt:Analytics>false</,
    );
    const refused = (content: string) =>
      camera.refused(
        `tr2:SetMetadataConfiguration <Configuration token="meta_zoom"${content}</Configuration>`,
        'InvalidArgVal',
        'ConfigModify',
      );
    await refused(' CompressionType="GZIP">');
    await refused('><Analytics>maybe</Analytics>');
    await refused('><Events><Filter><TopicExpression>tns1:None</TopicExpression></Filter></Events>');
    await refused('><Events><Filter><MessageContent>boolean(</MessageContent></Filter></Events>');
    await refused('><Events><Filter><MessageContent Dialect="urn:any">x</MessageContent></Filter></Events>');
    station.metadata.hasObjects = false;
    await refused('><Analytics>true</Analytics>');
  });

  it('has the events that a filter of topics and contents selects, and shows the filter', async () => {
    await using camera = await receiving();
    const { station } = camera.device;
    const contents = 'boolean(//tt:SimpleItem[@Name="LogicalState" and @Value="true"])';
    const filter = `<Filter><TopicExpression>tns1:Device//.</TopicExpression><MessageContent>${contents}</MessageContent></Filter>`;
    await camera.ok('trt:GetMetadataConfigurationOptions', /MaxContentFilterSize="1024"/);
    station.sent.length = 0;
    await camera.ok(
      `tr2:SetMetadataConfiguration <Configuration token="meta_zoom"><Events>${filter}</Events></Configuration>`,
    );
    const shown = contents.replaceAll('"', '&quot;');
    const text = await camera.ok('tr2:GetMetadataConfigurations <ConfigurationToken>meta_zoom</ConfigurationToken>');
    assert.ok(text.includes(`ItemFilter">${shown}<`), text);
    station.takeOff();
    station.clock.advance(2);
    station.isFlying = false;
    station.tell();
    station.clock.advance(2);
    const sent = station.sent.map((document) => document.text).join('');
    assert.match(sent, /Value="flying".*Name="LogicalState" Value="true"/);
    assert.doesNotMatch(sent, /TemperatureCritical|Name="LogicalState" Value="false"/);
  });

  it('comes at the address of a profile that has its configuration', async () => {
    await using camera = await CaseCamera.start();
    await camera.ok('tr2:GetProfiles <Type>Metadata</Type>', /<tr2:Metadata token="meta_zoom"/);
    await camera.ok('trt:GetStreamUri <ProfileToken>zoom</ProfileToken>', /rtsp:\/\/[^<]*\/zoom\?metadata=onvif</);
    const text = await camera.ok(
      'tr2:CreateProfile <Name>bare</Name><Configuration><Type>VideoSource</Type></Configuration><Configuration><Type>VideoEncoder</Type></Configuration>',
    );
    const token = /<tr2:Token>(.*?)</.exec(text)?.[1] ?? '';
    await camera.ok(`trt:GetStreamUri <ProfileToken>${token}</ProfileToken>`, /rtsp:\/\/[^<?]*\/zoom</);
    await camera.ok(
      `trt:AddMetadataConfiguration <ProfileToken>${token}</ProfileToken><ConfigurationToken>meta_zoom</ConfigurationToken>`,
    );
    await camera.ok(`trt:GetStreamUri <ProfileToken>${token}</ProfileToken>`, /\/zoom\?metadata=onvif</);
  });
});
