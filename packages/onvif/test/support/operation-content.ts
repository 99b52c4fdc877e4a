export const PROFILE = '<x:ProfileToken xmlns:x="any">zoom</x:ProfileToken>';

const ofSecond = (content = '') => `<ProfileToken>second</ProfileToken>${content}`;

const osd = (token = '') =>
  `<OSD token="${token}"><VideoSourceConfigurationToken>vsc_zoom</VideoSourceConfigurationToken><Type>Text</Type><Position><Type>UpperLeft</Type></Position><TextString><Type>Date</Type></TextString></OSD>`;

const MODULE = '<AnalyticsModule Name="GroundTruth" Type="k:GroundTruth"><Parameters/></AnalyticsModule>';

/** Content that an operation needs for an answer. */
const CONTENT: Readonly<Record<string, string>> = {
  SetHostname: '<Name>tower-2.example</Name>',
  SetHostnameFromDHCP: '<FromDHCP>false</FromDHCP>',
  SetDNS: '<FromDHCP>false</FromDHCP><DNSManual><Type>IPv4</Type><IPv4Address>10.0.0.1</IPv4Address></DNSManual>',
  SetNTP: '<FromDHCP>false</FromDHCP><NTPManual><Type>DNS</Type><DNSname>time.example</DNSname></NTPManual>',
  SetNetworkInterfaces: '<InterfaceToken>eth0</InterfaceToken><NetworkInterface><MTU>1400</MTU></NetworkInterface>',
  SetNetworkProtocols: '<NetworkProtocols><Name>RTSP</Name><Enabled>true</Enabled><Port>554</Port></NetworkProtocols>',
  SetNetworkDefaultGateway: '<IPv4Address>10.0.0.1</IPv4Address>',
  SetSystemDateAndTime: '<DateTimeType>NTP</DateTimeType><DaylightSavings>false</DaylightSavings>',
  SetSystemFactoryDefault: '<FactoryDefault>Soft</FactoryDefault>',
  SetScopes: '<Scopes>onvif://www.onvif.org/location/roof</Scopes>',
  AddScopes: '<ScopeItem>onvif://www.onvif.org/location/roof</ScopeItem>',
  RemoveScopes: '<ScopeItem>onvif://www.onvif.org/location/roof</ScopeItem>',
  GetNode: '<NodeToken>gimbal</NodeToken>',
  GetConfiguration: '<PTZConfigurationToken>ptz_zoom</PTZConfigurationToken>',
  GetConfigurationOptions: '<ConfigurationToken>ptz_zoom</ConfigurationToken>',
  GetVideoSourceConfiguration: '<ConfigurationToken>vsc_zoom</ConfigurationToken>',
  GetVideoEncoderConfiguration: '<ConfigurationToken>vec_zoom</ConfigurationToken>',
  GetGuaranteedNumberOfVideoEncoderInstances: '<ConfigurationToken>vsc_zoom</ConfigurationToken>',
  GetVideoEncoderInstances: '<ConfigurationToken>vsc_zoom</ConfigurationToken>',
  GeoMove: `${PROFILE}<Target lat="46.5" lon="11.4"/>`,
  GotoPreset: `${PROFILE}<PresetToken>1</PresetToken>`,
  RemovePreset: `${PROFILE}<PresetToken>1</PresetToken>`,
  CreateUsers: '<User><Username>vms</Username><Password>a long password</Password><UserLevel>User</UserLevel></User>',
  SetUser: '<User><Username>vms</Username><UserLevel>Operator</UserLevel></User>',
  DeleteUsers: '<Username>vms</Username>',
  CreateProfile: '<Name>second</Name><Token>second</Token>',
  'trt:DeleteProfile': '<ProfileToken>second</ProfileToken>',
  'tr2:DeleteProfile': '<Token>profile_1</Token>',
  AddVideoSourceConfiguration: ofSecond('<ConfigurationToken>vsc_zoom</ConfigurationToken>'),
  AddVideoEncoderConfiguration: ofSecond('<ConfigurationToken>vec_zoom</ConfigurationToken>'),
  AddMetadataConfiguration: ofSecond('<ConfigurationToken>meta_zoom</ConfigurationToken>'),
  AddPTZConfiguration: ofSecond('<ConfigurationToken>ptz_zoom</ConfigurationToken>'),
  RemoveVideoSourceConfiguration: ofSecond(),
  RemoveVideoEncoderConfiguration: ofSecond(),
  RemovePTZConfiguration: ofSecond(),
  RemoveMetadataConfiguration: ofSecond(),
  AddConfiguration: ofSecond('<Configuration><Type>All</Type></Configuration>'),
  RemoveConfiguration: ofSecond('<Configuration><Type>All</Type></Configuration>'),
  SetVideoEncoderConfiguration: '<Configuration token="vec_zoom"></Configuration>',
  GetMetadataConfiguration: '<ConfigurationToken>meta_zoom</ConfigurationToken>',
  SetMetadataConfiguration: '<Configuration token="meta_zoom"></Configuration>',
  SetVideoSourceConfiguration: '<Configuration token="vsc_zoom"></Configuration>',
  GetOSDOptions: '<ConfigurationToken>vsc_zoom</ConfigurationToken>',
  CreateOSD: osd(),
  SetOSD: osd('osd_1'),
  GetOSD: '<OSDToken>osd_1</OSDToken>',
  'trt:DeleteOSD': '<OSDToken>osd_1</OSDToken>',
  'tr2:DeleteOSD': '<OSDToken>osd_2</OSDToken>',
  ModifyAnalyticsModules: `<ConfigurationToken>van_zoom</ConfigurationToken>${MODULE}`,
  DeleteAnalyticsModules:
    '<ConfigurationToken>van_zoom</ConfigurationToken><AnalyticsModuleName>GroundTruth</AnalyticsModuleName>',
  GetVideoAnalyticsConfiguration: '<ConfigurationToken>van_zoom</ConfigurationToken>',
  SetVideoAnalyticsConfiguration: `<Configuration token="van_zoom"><AnalyticsEngineConfiguration>${MODULE}</AnalyticsEngineConfiguration></Configuration>`,
  AddVideoAnalyticsConfiguration: ofSecond('<ConfigurationToken>van_zoom</ConfigurationToken>'),
  RemoveVideoAnalyticsConfiguration: ofSecond(),
  SetDigitalInputConfigurations: '<DigitalInputs token="flying" IdleState="open"/>',
  SetConfiguration: '<PTZConfiguration token="ptz_zoom"></PTZConfiguration>',
  SetDiscoveryMode: '<DiscoveryMode>Discoverable</DiscoveryMode>',
};

/** The media services ask for a profile, Media2 for it by another name; the rest ignore it. */
export const contentOf = (service: string, name: string): string =>
  CONTENT[`${service}:${name}`] ??
  CONTENT[name] ??
  (service === 'tan' ? '<ConfigurationToken>van_zoom</ConfigurationToken>' : undefined) ??
  (service === 'timg' ? '<VideoSourceToken>vs_zoom</VideoSourceToken>' : undefined) ??
  (service === 'tr2' && name === 'GetProfiles' ? '<Type>All</Type>' : service === 'tds' ? '' : PROFILE);
