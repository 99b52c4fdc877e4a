import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import { ANALYTICS_SERVICE } from '../src/services/analytics.ts';
import { CaseCamera } from './specification/case-camera.ts';
import { FRAME } from './support/frame.ts';

const OF_ZOOM = '<ConfigurationToken>van_zoom</ConfigurationToken>';
const item = ([name, value]: readonly [string, string | number]) => `<SimpleItem Name="${name}" Value="${value}"/>`;
const moduleOf = (
  parameters: Readonly<Record<string, string | number>> = {},
  name = 'GroundTruth',
  type = 'k:GroundTruth',
) =>
  `<AnalyticsModule Name="${name}" Type="${type}"><Parameters>${Object.entries(parameters).map(item).join('')}</Parameters></AnalyticsModule>`;

/** Valid requests with what they answer, and a wrong one of each with its fault. */
const REQUESTS: readonly (readonly [call: string, pattern: RegExp, wrong: string, ...subcodes: string[]])[] = [
  [
    `tan:GetSupportedAnalyticsModules ${OF_ZOOM}`,
    /Name="kite:GroundTruth" fixed="false" maxInstances="1".*Name="missed" Type="xs:float".*Name="seed" Type="xs:int"/,
    'tan:GetSupportedAnalyticsModules',
    'InvalidArgVal',
  ],
  [
    `tan:GetAnalyticsModules ${OF_ZOOM}`,
    /<tan:AnalyticsModule Name="GroundTruth" Type="kite:GroundTruth">.*Name="missed" Value="0"/,
    'tan:GetAnalyticsModules <ConfigurationToken>van_none</ConfigurationToken>',
    'InvalidArgVal',
    'NoConfig',
  ],
  [
    `tan:GetAnalyticsModuleOptions ${OF_ZOOM}<Type>k:GroundTruth</Type>`,
    /Name="missed" AnalyticsModule="kite:GroundTruth"><tt:FloatRange><tt:Min>0<\/tt:Min><tt:Max>1</,
    `tan:GetAnalyticsModuleOptions ${OF_ZOOM}<Type>tt:CellMotionEngine</Type>`,
    'InvalidArgVal',
    'TypeNotExistent',
  ],
  [
    'tan:GetSupportedMetadata',
    /Type="kite:GroundTruth"><tan:SampleFrame UtcTime=.*>Human<.*>Vehicle<.*>Fire<.*>Smoke</,
    'tan:GetSupportedMetadata <Type>k:Other</Type>',
    'InvalidArgVal',
    'TypeNotExistent',
  ],
  [
    `tan:GetSupportedRules ${OF_ZOOM}`,
    /<tan:SupportedRules Limit="0"\/>/,
    `tan:CreateRules ${OF_ZOOM}<Rule Name="line" Type="tt:LineDetector"><Parameters/></Rule>`,
    'InvalidArgVal',
    'InvalidRule',
  ],
  [
    `tan:GetRuleOptions ${OF_ZOOM}`,
    /GetRuleOptionsResponse><\/|GetRuleOptionsResponse\/>/,
    `tan:GetRuleOptions ${OF_ZOOM}<RuleType>tt:LineDetector</RuleType>`,
    'InvalidArgVal',
    'RuleNotExistent',
  ],
  [
    `tan:GetRules ${OF_ZOOM}`,
    /GetRulesResponse/,
    `tan:DeleteRules ${OF_ZOOM}<RuleName>line</RuleName>`,
    'InvalidArgVal',
    'RuleNotExistent',
  ],
  [
    'tan:GetServiceCapabilities',
    /RuleSupport="false" AnalyticsModuleSupport="true"/,
    `tan:ModifyRules ${OF_ZOOM}<Rule Name="line" Type="tt:LineDetector"><Parameters/></Rule>`,
    'InvalidArgVal',
    'RuleNotExistent',
  ],
  [
    `tan:ModifyAnalyticsModules ${OF_ZOOM}${moduleOf({ missed: 0.25, delay_s: 3 })}`,
    /Response/,
    `tan:ModifyAnalyticsModules ${OF_ZOOM}${moduleOf({}, 'Other')}`,
    'InvalidArgVal',
    'NameNotExistent',
  ],
  [
    `tan:ModifyAnalyticsModules ${OF_ZOOM}${moduleOf({ seed: 9 })}`,
    /Response/,
    `tan:ModifyAnalyticsModules ${OF_ZOOM}${moduleOf({}, 'GroundTruth', 'k:Other')}`,
    'Action',
    'TypeChangeProhibited',
  ],
  [
    `tan:GetAnalyticsModules ${OF_ZOOM}`,
    /Name="missed" Value="0.25".*Name="false" Value="0".*Name="delay_s" Value="3".*Name="seed" Value="9"/,
    `tan:CreateAnalyticsModules ${OF_ZOOM}${moduleOf()}`,
    'InvalidArgVal',
    'NameAlreadyExistent',
  ],
  [
    'tr2:GetAnalyticsConfigurations <ProfileToken>zoom</ProfileToken>',
    /<tr2:Configurations token="van_zoom">.*Value="0.25".*<tt:RuleEngineConfiguration\/>/,
    `tan:CreateAnalyticsModules ${OF_ZOOM}${moduleOf({}, 'Second')}`,
    'Action',
    'TooManyModules',
  ],
  [
    `tan:DeleteAnalyticsModules ${OF_ZOOM}<AnalyticsModuleName>GroundTruth</AnalyticsModuleName>`,
    /Response/,
    `tan:DeleteAnalyticsModules ${OF_ZOOM}<AnalyticsModuleName>GroundTruth</AnalyticsModuleName>`,
    'InvalidArgVal',
    'NameNotExistent',
  ],
  [
    `tan:CreateAnalyticsModules ${OF_ZOOM}${moduleOf({ false: 60 }, 'Mine')}`,
    /Response/,
    `tan:CreateAnalyticsModules ${OF_ZOOM}${moduleOf({}, 'Other', 'tt:CellMotionEngine')}`,
    'InvalidArgVal',
    'InvalidModule',
  ],
  [
    `trt:GetVideoAnalyticsConfiguration ${OF_ZOOM}`,
    /<tt:AnalyticsModule Name="Mine" Type="kite:GroundTruth">.*Name="false" Value="60"/,
    'trt:GetVideoAnalyticsConfiguration <ConfigurationToken>van_none</ConfigurationToken>',
    'InvalidArgVal',
    'NoConfig',
  ],
  [
    `trt:SetVideoAnalyticsConfiguration <Configuration token="van_zoom"><AnalyticsEngineConfiguration>${moduleOf({ jitter_px: 2 })}</AnalyticsEngineConfiguration><RuleEngineConfiguration/></Configuration>`,
    /Response/,
    'trt:SetVideoAnalyticsConfiguration <Configuration token="van_zoom"><RuleEngineConfiguration><Rule/></RuleEngineConfiguration></Configuration>',
    'InvalidArgVal',
    'ConfigModify',
  ],
  [
    'trt:GetCompatibleVideoAnalyticsConfigurations <ProfileToken>zoom</ProfileToken>',
    /token="van_zoom".*Name="jitter_px" Value="2"/,
    'trt:GetCompatibleVideoAnalyticsConfigurations <ProfileToken>none</ProfileToken>',
    'InvalidArgVal',
    'NoProfile',
  ],
];

const profileToken = async (camera: CaseCamera) =>
  /<tr2:Token>(.*?)</.exec(await camera.ok('tr2:CreateProfile <Name>mine</Name>'))?.[1] ?? '';

describe('analytics', () => {
  it('answer right requests and refuse wrong ones', async () => {
    await using camera = await CaseCamera.start();
    for (const [call, pattern, wrong, ...subcodes] of REQUESTS) {
      await camera.ok(call, pattern);
      await camera.refused(wrong, ...subcodes);
    }
    for (const [name, value] of [
      ['missed', 1.1],
      ['missed', ''],
      ['false', -1],
      ['jitter_px', 'x'],
      ['delay_s', 11],
      ['seed', 0.5],
      ['other', 1],
    ] as const)
      await camera.refused(
        `tan:ModifyAnalyticsModules ${OF_ZOOM}${moduleOf({ [name]: value })}`,
        'InvalidArgVal',
        'InvalidModule',
      );
  });

  it('refuse a configuration that does not exist', async () => {
    await using camera = await CaseCamera.start();
    for (const name of Object.keys(ANALYTICS_SERVICE).filter((one) => !/Capabilities|SupportedMetadata/.test(one)))
      await camera.refused(
        `tan:${name} <ConfigurationToken>vsc_zoom</ConfigurationToken>`,
        'InvalidArgVal',
        'NoConfig',
      );
  });

  it('are added to profiles, and gone with a factory default', async () => {
    await using camera = await CaseCamera.start();
    const profile = `<ProfileToken>${await profileToken(camera)}</ProfileToken>`;
    await camera.refused(`trt:AddVideoAnalyticsConfiguration ${profile}${OF_ZOOM}`, 'Action', 'ConfigurationConflict');
    const source = '<Configuration><Type>VideoSource</Type><Token>vsc_zoom</Token></Configuration>';
    await camera.ok(`tr2:AddConfiguration ${profile}${source}<Configuration><Type>Analytics</Type></Configuration>`);
    await camera.ok(`trt:GetProfile ${profile}`, /<tt:VideoAnalyticsConfiguration token="van_zoom">.*UseCount>2</);
    await camera.ok(`trt:RemoveVideoAnalyticsConfiguration ${profile}`);
    const fixed = '<ProfileToken>zoom</ProfileToken>';
    await camera.ok(`trt:RemoveVideoAnalyticsConfiguration ${fixed}`);
    await camera.ok(`trt:AddVideoAnalyticsConfiguration ${profile}${OF_ZOOM}`);
    await camera.ok(`tan:ModifyAnalyticsModules ${OF_ZOOM}${moduleOf({ seed: 5 })}`);
    await camera.ok('tds:SetSystemFactoryDefault <FactoryDefault>Soft</FactoryDefault>');
    await camera.ok(`tan:GetAnalyticsModules ${OF_ZOOM}`, /Name="seed" Value="1"/);
    await camera.ok(`trt:GetProfile ${fixed}`, /<tt:VideoAnalyticsConfiguration token="van_zoom">/);
  });

  it('are not offered where the objects are not known', async () => {
    await using camera = await CaseCamera.start();
    camera.device.station.metadata.hasObjects = false;
    const services = await camera.ok('tds:GetServices <IncludeCapability>true</IncludeCapability>');
    assert.doesNotMatch(services, /Namespace>[^<]*analytics|ConfigurationsSupported="[^"]*Analytics/);
    await camera.refused(`tan:GetAnalyticsModules ${OF_ZOOM}`, 'ActionNotSupported');
    await camera.refused('tan:GetSupportedMetadata', 'ActionNotSupported');
    await camera.refused('tan:GetServiceCapabilities', 'ActionNotSupported');
    await camera.refused(`trt:GetVideoAnalyticsConfiguration ${OF_ZOOM}`, 'ActionNotSupported');
    assert.doesNotMatch(await camera.ok('tr2:GetAnalyticsConfigurations'), /van_/);
    assert.doesNotMatch(await camera.ok('tr2:GetProfiles <Type>All</Type>'), /van_/);
    const profile = `<ProfileToken>${await profileToken(camera)}</ProfileToken>`;
    await camera.ok(`tr2:AddConfiguration ${profile}<Configuration><Type>All</Type></Configuration>`);
    await camera.refused(`trt:AddVideoAnalyticsConfiguration ${profile}${OF_ZOOM}`, 'InvalidArgVal', 'NoConfig');
  });

  it('tell objects as their module says: late, missed, or none without a module', async () => {
    await using camera = await CaseCamera.start();
    const { station } = camera.device;
    station.want(['zoom']);
    station.want(['zoom'], 'zoom');
    await until('the objects to be wanted', () => station.areObjectsWanted);
    /** Takes pictures for four seconds. @returns RTP times of the documents with objects */
    const told = () => {
      station.sent.length = 0;
      for (let picture = 0; picture < 20 && station.areObjectsWanted; picture += 1) {
        station.see({ ...FRAME, timeUs: station.clock.nowUs(), rtpTime: picture * 18_000 });
        station.clock.advance(0.2);
      }
      return station.sent.flatMap(({ rtpTime, text }) => (text.includes('<tt:Object ') ? [rtpTime] : []));
    };
    const change = async (parameters: Record<string, number>) => {
      await camera.ok(`tan:ModifyAnalyticsModules ${OF_ZOOM}${moduleOf(parameters)}`);
      await new Promise(setImmediate);
    };
    assert.equal(told().length, 20);
    await change({ missed: 1 });
    assert.deepEqual(told(), []);
    await change({ missed: 0, delay_s: 2 });
    assert.deepEqual(told().slice(0, 2), [180_000, 198_000]);
    await camera.ok(`tan:DeleteAnalyticsModules ${OF_ZOOM}<AnalyticsModuleName>GroundTruth</AnalyticsModuleName>`);
    await until('the end of the objects', () => !station.areObjectsWanted);
    station.sent.length = 0;
    station.clock.advance(3);
    assert.ok(station.sent.length > 0 && station.sent.every(({ text }) => !text.includes('tt:VideoAnalytics')));
    await camera.ok(`tan:CreateAnalyticsModules ${OF_ZOOM}${moduleOf()}`);
    await until('the objects again', () => {
      station.clock.advance(0.2);
      return station.areObjectsWanted;
    });
  });
});
