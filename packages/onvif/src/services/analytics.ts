import { MODULE_OPTIONS, moduleMarkup, SUPPORTED_MODULES, sampleMetadata } from '../analytics/analytics-markup.ts';
import {
  type AnalyticsModule,
  changedModule,
  isModuleType,
  keepModule,
  moduleName,
  readNewModule,
} from '../analytics/analytics-module.ts';
import { keepConfigurationName, nameAsked } from '../media/configuration-names.ts';
import type { UsedStream } from '../media/profiles.ts';
import { type Markup, xml } from '../soap/markup.ts';
import { childOf, children, textAt, type XmlElement } from '../soap/read-xml.ts';
import { argumentFault, notServed, SoapFault } from '../soap/soap-fault.ts';
import { CONFIGURATION, configuredStream, namedStream, type OnvifExchange, type ServiceTable } from './operation.ts';

type Answer = ServiceTable[string][1];

/** The objects in the pictures of a real camera are not known. */
export const whereObjectsAreKnown =
  (answer: Answer): Answer =>
  (exchange) => {
    if (!exchange.station.metadata.hasObjects) throw notServed('analytics');
    return answer(exchange);
  };

/** Answer for the stream whose analytics the request names. */
const ofStream = (answer: (exchange: OnvifExchange, stream: UsedStream) => Markup): Answer =>
  whereObjectsAreKnown(async (exchange) =>
    answer(exchange, await namedStream(exchange, 'ConfigurationToken', CONFIGURATION.analytics)),
  );

function keep(exchange: OnvifExchange, { stream_id: id }: UsedStream, module: AnalyticsModule | undefined): Markup {
  const { events, metadata, station } = exchange;
  keepModule(station.documents, id, module);
  metadata.synchronize(id);
  events.announce('Media/ConfigurationChanged', `van_${id}`, 'Analytics');
  return xml``;
}

/** @throws SoapFault where there is none */
function given({ body }: OnvifExchange, name: string): readonly [XmlElement, ...XmlElement[]] {
  const [first, ...more] = children(body, name);
  if (first === undefined) throw argumentFault(`${name} is missing`);
  return [first, ...more];
}

const tooMany = () => new SoapFault('Receiver', 'Action/TooManyModules', 'a configuration may have one module');

/** @throws SoapFault for a name that the configuration does not have */
function existing({ analytics }: UsedStream, name: string): AnalyticsModule {
  if (analytics?.name === name) return analytics;
  throw argumentFault(`there is no module "${name.slice(0, 64)}"`, 'NameNotExistent');
}

function create(exchange: OnvifExchange, stream: UsedStream): Markup {
  const [module, ...more] = given(exchange, 'AnalyticsModule').map(readNewModule);
  if (module !== undefined && module.name === stream.analytics?.name)
    throw argumentFault(`there is a module "${module.name}" already`, 'NameAlreadyExistent');
  if (more.length > 0 || stream.analytics !== undefined) throw tooMany();
  return keep(exchange, stream, module);
}

function modify(exchange: OnvifExchange, stream: UsedStream): Markup {
  const changed = given(exchange, 'AnalyticsModule').map((one) =>
    changedModule(existing(stream, moduleName(one)), one),
  );
  if (changed.length > 1) throw argumentFault('a module is named twice', 'InvalidModule');
  return keep(exchange, stream, changed[0]);
}

function remove(exchange: OnvifExchange, stream: UsedStream): Markup {
  for (const { text } of given(exchange, 'AnalyticsModuleName')) existing(stream, text.normalize('NFC'));
  return keep(exchange, stream, undefined);
}

/** Replaces the whole configuration. */
export const setAnalytics: Answer = whereObjectsAreKnown(async (exchange) => {
  const configuration = childOf(exchange.body, 'Configuration');
  const stream = await configuredStream(exchange, configuration, CONFIGURATION.analytics);
  if (children(childOf(configuration, 'RuleEngineConfiguration'), 'Rule').length > 0)
    throw argumentFault('there are no rules', 'ConfigModify');
  const modules = children(childOf(configuration, 'AnalyticsEngineConfiguration'), 'AnalyticsModule');
  if (modules.length > 1) throw argumentFault('a configuration may have one module', 'ConfigModify');
  const module = modules.map(readNewModule)[0];
  keepConfigurationName(exchange.station.documents, `van_${stream.stream_id}`, nameAsked(configuration));
  return keep(exchange, stream, module);
});

/** @throws SoapFault for a type that no module has */
function checkType({ body }: OnvifExchange): void {
  const type = textAt(body, 'Type');
  if (type !== undefined && !isModuleType(type))
    throw argumentFault(`there is no module of the type "${type.slice(0, 64)}"`, 'TypeNotExistent');
}

/** Every rule has none; a type that is named has to exist. */
function noRuleOptions({ body }: OnvifExchange): Markup {
  const type = textAt(body, 'RuleType');
  if (type !== undefined) throw argumentFault(`there is no rule of the type "${type.slice(0, 64)}"`, 'RuleNotExistent');
  return xml``;
}

const noRule = (subcode: string, reason: string): Answer =>
  ofStream(() => {
    throw argumentFault(reason, subcode);
  });

export const ANALYTICS_CAPABILITIES: Markup = xml`<tan:Capabilities RuleSupport="false" AnalyticsModuleSupport="true" CellBasedSceneDescriptionSupported="false" RuleOptionsSupported="false" AnalyticsModuleOptionsSupported="true" SupportedMetadata="true"/>`;

export const ANALYTICS_SERVICE: ServiceTable = {
  GetServiceCapabilities: ['PRE_AUTH', whereObjectsAreKnown(() => ANALYTICS_CAPABILITIES)],
  GetSupportedAnalyticsModules: ['User', ofStream(() => SUPPORTED_MODULES)],
  GetAnalyticsModules: [
    'User',
    ofStream((_, { analytics }) => xml`${analytics && moduleMarkup('tan:AnalyticsModule', analytics)}`),
  ],
  GetAnalyticsModuleOptions: [
    'User',
    ofStream((exchange) => {
      checkType(exchange);
      return MODULE_OPTIONS;
    }),
  ],
  CreateAnalyticsModules: ['Operator', ofStream(create)],
  ModifyAnalyticsModules: ['Operator', ofStream(modify)],
  DeleteAnalyticsModules: ['Operator', ofStream(remove)],
  GetSupportedMetadata: [
    'User',
    whereObjectsAreKnown((exchange) => {
      checkType(exchange);
      return sampleMetadata(exchange.station.clock.nowUs());
    }),
  ],
  GetSupportedRules: ['User', ofStream(() => xml`<tan:SupportedRules Limit="0"/>`)],
  GetRules: ['User', ofStream(() => xml``)],
  GetRuleOptions: ['User', ofStream(noRuleOptions)],
  CreateRules: ['Operator', noRule('InvalidRule', 'this device has no type of rules')],
  ModifyRules: ['Operator', noRule('RuleNotExistent', 'this device has no rules')],
  DeleteRules: ['Operator', noRule('RuleNotExistent', 'this device has no rules')],
};
