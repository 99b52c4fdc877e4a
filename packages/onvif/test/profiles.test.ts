import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CREATED_PROFILES_MAX } from '../src/media/profiles.ts';
import { CaseCamera } from './specification/case-camera.ts';

const profileToken = (token: string) => `<ProfileToken>${token}</ProfileToken>`;
const configuration = (type: string, token = '') =>
  `<Configuration><Type>${type}</Type>${token === '' ? '' : `<Token>${token}</Token>`}</Configuration>`;

async function create(camera: CaseCamera, content = '', name = 'wall'): Promise<string> {
  const text = await camera.ok(`tr2:CreateProfile <Name>${name}</Name>${content}`, /<tr2:Token>/);
  return /<tr2:Token>(.*?)</.exec(text)?.[1] ?? assert.fail();
}

describe('profiles that clients create', () => {
  it('have configurations of one video source, and stream it', async () => {
    await using camera = await CaseCamera.start();
    const token = await create(camera, configuration('VideoSource', 'vsc_thermal'));
    await camera.ok(`tr2:AddConfiguration ${profileToken(token)}${configuration('VideoEncoder')}`);
    await camera.refused(`tptz:GetStatus ${profileToken(token)}`, 'InvalidArgVal', 'NoPTZProfile');
    await camera.ok(`tr2:AddConfiguration ${profileToken(token)}${configuration('PTZ', 'ptz_thermal')}`);
    await camera.ok(`tptz:GetStatus ${profileToken(token)}`, /MoveStatus/);
    await camera.ok(
      `tr2:GetProfiles <Token>${token}</Token><Type>All</Type>`,
      /fixed="false"><tr2:Name>wall<.*token="vsc_thermal"><tt:Name>[^<]*<\/tt:Name><tt:UseCount>2<.*token="vec_thermal".*token="ptz_thermal"/,
    );
    await camera.ok(`tr2:GetStreamUri <Protocol>RTSP</Protocol>${profileToken(token)}`, /rtsp:[^<]*\/thermal</);
  });

  it('refuse an encoder of another source, and one without a source', async () => {
    await using camera = await CaseCamera.start();
    const token = await create(camera, configuration('VideoSource', 'vsc_zoom'));
    const conflict = ['Action', 'ConfigurationConflict'];
    await camera.refused(
      `tr2:AddConfiguration ${profileToken(token)}${configuration('VideoEncoder', 'vec_thermal')}`,
      ...conflict,
    );
    const empty = await create(camera);
    await camera.refused(
      `tr2:AddConfiguration ${profileToken(empty)}${configuration('VideoEncoder', 'vec_zoom')}`,
      ...conflict,
    );
    await camera.refused(
      `tr2:GetStreamUri <Protocol>RTSP</Protocol>${profileToken(empty)}`,
      'Action',
      'IncompleteConfiguration',
    );
    await camera.ok(`tr2:AddConfiguration ${profileToken(token)}${configuration('VideoEncoder', 'vec_zoom')}`);
    await camera.refused(`tr2:RemoveConfiguration ${profileToken(token)}${configuration('VideoSource')}`, ...conflict);
    await camera.refused(
      `tr2:AddConfiguration ${profileToken(token)}${configuration('VideoSource', 'vsc_thermal')}`,
      ...conflict,
    );
    await camera.ok(`tr2:RemoveConfiguration ${profileToken(token)}${configuration('All')}`);
    await camera.ok(`tr2:AddConfiguration ${profileToken(token)}${configuration('VideoSource', 'vsc_thermal')}`);
    await camera.refused(
      `tr2:AddConfiguration ${profileToken(token)}${configuration('AudioSource')}`,
      'InvalidArgVal',
      'NoConfig',
    );
  });

  it('are bounded in number, and stay in the store until they are deleted', async () => {
    await using camera = await CaseCamera.start();
    const tokens: string[] = [];
    for (let count = 0; count < CREATED_PROFILES_MAX; count += 1) tokens.push(await create(camera));
    await camera.refused('tr2:CreateProfile <Name>one more</Name>', 'Action', 'MaxNVTProfiles');
    assert.match(camera.device.station.documents.get('onvif.profiles') ?? '', /profile_8/);
    for (const token of tokens) await camera.ok(`tr2:DeleteProfile <Token>${token}</Token>`);
    await camera.refused(`tr2:DeleteProfile <Token>${tokens[0]}</Token>`, 'InvalidArgVal', 'NoProfile');
    await create(camera);
  });

  it('do not take the place of a fixed one, which can be changed and not deleted', async () => {
    await using camera = await CaseCamera.start();
    await camera.refused('tr2:DeleteProfile <Token>zoom</Token>', 'Action', 'DeletionOfFixedProfile');
    await camera.refused('trt:DeleteProfile <ProfileToken>zoom</ProfileToken>', 'Action', 'DeletionOfFixedProfile');
    await camera.ok(`trt:RemovePTZConfiguration ${profileToken('zoom')}`);
    await camera.refused(`tptz:GetStatus ${profileToken('zoom')}`, 'InvalidArgVal', 'NoPTZProfile');
    await camera.ok('tptz:GetConfigurations', /token="ptz_zoom"><tt:Name>zoom gimbal<\/tt:Name><tt:UseCount>0</);
    await camera.ok('tds:SetSystemFactoryDefault <FactoryDefault>Soft</FactoryDefault>');
    await camera.ok(`tptz:GetStatus ${profileToken('zoom')}`, /MoveStatus/);
    await camera.refused('trt:CreateProfile <Name>n</Name><Token>zoom</Token>', 'InvalidArgVal', 'ProfileExists');
  });

  it('are told to those who subscribe to changes', async () => {
    await using camera = await CaseCamera.start();
    const point = await camera.pullPoint(
      '<Filter><TopicExpression>tns1:Media/ProfileChanged</TopicExpression></Filter>',
    );
    const token = await create(camera);
    const text = await camera.pull(point);
    assert.match(text, new RegExp(`tns1:Media/ProfileChanged<.*<tt:SimpleItem Name="Token" Value="${token}"`));
    await camera.ok(
      'tev:GetEventProperties',
      /<tns1:Media><ProfileChanged wstop:topic="true"><tt:MessageDescription IsProperty="false">/,
    );
  });
});
