import {
  type ConfigurationKind,
  type ConfigurationReference,
  configurationKinds,
  Profiles,
} from '../media/profiles.ts';
import { type Markup, xml } from '../soap/markup.ts';
import { children, textAt } from '../soap/read-xml.ts';
import { argumentFault } from '../soap/soap-fault.ts';
import { type OnvifExchange, requiredText, type ServiceTable } from './operation.ts';

const ALL = 'all';

/** Configurations of Media2 that a request names. @throws SoapFault for a type that no profile here has */
function references({ body, station }: OnvifExchange): readonly ConfigurationReference[] {
  const kinds = configurationKinds(station);
  return children(body, 'Configuration').flatMap((configuration): readonly ConfigurationReference[] => {
    const type = requiredText(configuration, 'Type');
    const token = textAt(configuration, 'Token');
    if (type.toLowerCase() === ALL) return kinds.map((kind) => ({ kind }));
    const kind = kinds.find((one) => one.toLowerCase() === type.toLowerCase());
    if (kind === undefined)
      throw argumentFault(`there is no configuration of the type "${type.slice(0, 32)}"`, 'NoConfig');
    return [{ kind, token }];
  });
}

async function changed({ events, multicast, station }: OnvifExchange, token: string, answer = xml``): Promise<Markup> {
  multicast.follow(
    token,
    (await Profiles.of(station)).list().find((profile) => profile.token === token),
  );
  events.announce('Media/ProfileChanged', token);
  return answer;
}

async function create2(exchange: OnvifExchange): Promise<Markup> {
  const { body, station } = exchange;
  const profiles = await Profiles.of(station);
  const token = profiles.create(requiredText(body, 'Name'), references(exchange));
  return changed(exchange, token, xml`<tr2:Token>${token}</tr2:Token>`);
}

async function create(exchange: OnvifExchange): Promise<Markup> {
  const { body, station } = exchange;
  const [name, wanted] = [requiredText(body, 'Name'), textAt(body, 'Token')];
  const token = (await Profiles.of(station)).create(name, [], wanted);
  return changed(
    exchange,
    token,
    xml`<trt:Profile token="${token}" fixed="false"><tt:Name>${name}</tt:Name></trt:Profile>`,
  );
}

const remove = (field: string) => async (exchange: OnvifExchange) => {
  const token = requiredText(exchange.body, field);
  (await Profiles.of(exchange.station)).delete(token);
  return changed(exchange, token);
};

async function add2(exchange: OnvifExchange): Promise<Markup> {
  const { body, station } = exchange;
  const token = requiredText(body, 'ProfileToken');
  (await Profiles.of(station)).add(token, references(exchange), textAt(body, 'Name'));
  return changed(exchange, token);
}

async function remove2(exchange: OnvifExchange): Promise<Markup> {
  const { body, station } = exchange;
  const token = requiredText(body, 'ProfileToken');
  (await Profiles.of(station)).remove(
    token,
    references(exchange).map(({ kind }) => kind),
  );
  return changed(exchange, token);
}

const addOne = (kind: ConfigurationKind) => async (exchange: OnvifExchange) => {
  const { body, station } = exchange;
  const token = requiredText(body, 'ProfileToken');
  (await Profiles.of(station)).add(token, [{ kind, token: requiredText(body, 'ConfigurationToken') }]);
  return changed(exchange, token);
};

const removeOne = (kind: ConfigurationKind) => async (exchange: OnvifExchange) => {
  const token = requiredText(exchange.body, 'ProfileToken');
  (await Profiles.of(exchange.station)).remove(token, [kind]);
  return changed(exchange, token);
};

/** Media of the first generation: one operation for each kind of configuration. */
export const PROFILE_OPERATIONS: ServiceTable = {
  CreateProfile: ['Operator', create],
  DeleteProfile: ['Operator', remove('ProfileToken')],
  AddVideoSourceConfiguration: ['Operator', addOne('VideoSource')],
  AddVideoEncoderConfiguration: ['Operator', addOne('VideoEncoder')],
  AddVideoAnalyticsConfiguration: ['Operator', addOne('Analytics')],
  AddPTZConfiguration: ['Operator', addOne('PTZ')],
  AddMetadataConfiguration: ['Operator', addOne('Metadata')],
  RemoveVideoSourceConfiguration: ['Operator', removeOne('VideoSource')],
  RemoveVideoEncoderConfiguration: ['Operator', removeOne('VideoEncoder')],
  RemoveVideoAnalyticsConfiguration: ['Operator', removeOne('Analytics')],
  RemovePTZConfiguration: ['Operator', removeOne('PTZ')],
  RemoveMetadataConfiguration: ['Operator', removeOne('Metadata')],
};

export const PROFILE_OPERATIONS2: ServiceTable = {
  CreateProfile: ['Operator', create2],
  DeleteProfile: ['Operator', remove('Token')],
  AddConfiguration: ['Operator', add2],
  RemoveConfiguration: ['Operator', remove2],
};
