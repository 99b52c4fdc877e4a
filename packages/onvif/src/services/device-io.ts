import type { OnvifStation } from '../onvif-station.ts';
import { type Markup, xml } from '../soap/markup.ts';
import { children, textAt } from '../soap/read-xml.ts';
import { argumentFault } from '../soap/soap-fault.ts';
import type { OnvifExchange, ServiceTable } from './operation.ts';

const INPUT = 'Device/Trigger/DigitalInput';
/** Inputs are states of the station, false while nothing happens: no client can turn them round. */
const IDLE_STATE = 'open';

/** Tokens of the inputs, by which their events name them. */
const inputs = (station: OnvifStation): readonly string[] =>
  station
    .properties()
    .filter(({ topic }) => topic === INPUT)
    .map(({ source }) => source?.value ?? '');

/** @throws SoapFault for a token that no input has */
function checkInput({ station }: OnvifExchange, token: string): void {
  const known = inputs(station);
  if (!known.includes(token))
    throw argumentFault(`there is no input "${token.slice(0, 64)}", only ${known.join(', ')}`);
}

function inputOptions(exchange: OnvifExchange): Markup {
  const token = textAt(exchange.body, 'Token');
  if (token !== undefined) checkInput(exchange, token);
  return xml`<tmd:DigitalInputOptions><tmd:IdleState>${IDLE_STATE}</tmd:IdleState></tmd:DigitalInputOptions>`;
}

function setInputs(exchange: OnvifExchange): Markup {
  const asked = children(exchange.body, 'DigitalInputs').map(({ attributes }) => attributes);
  if (asked.length === 0) throw argumentFault('DigitalInputs is missing');
  for (const attributes of asked) {
    checkInput(exchange, attributes.get('token') ?? '');
    const state = attributes.get('IdleState') ?? IDLE_STATE;
    if (state !== IDLE_STATE) throw argumentFault(`IdleState must be ${IDLE_STATE}, got "${state.slice(0, 16)}"`);
  }
  return xml``;
}

export async function deviceIoCapabilities(station: OnvifStation): Promise<Markup> {
  const sources = await station.streams();
  return xml`<tmd:Capabilities VideoSources="${sources.length}" VideoOutputs="0" AudioSources="0" AudioOutputs="0" RelayOutputs="0" SerialPorts="0" DigitalInputs="${inputs(station).length}" DigitalInputOptions="true"/>`;
}

export const DEVICE_IO_SERVICE: ServiceTable = {
  GetServiceCapabilities: ['PRE_AUTH', ({ station }) => deviceIoCapabilities(station)],
  GetVideoSources: [
    'User',
    async ({ station }) =>
      xml`${(await station.streams()).map(({ stream_id: id }) => xml`<tmd:Token>vs_${id}</tmd:Token>`)}`,
  ],
  GetDigitalInputs: [
    'User',
    ({ station }) =>
      xml`${inputs(station).map((token) => xml`<tmd:DigitalInputs token="${token}" IdleState="${IDLE_STATE}"/>`)}`,
  ],
  GetDigitalInputConfigurationOptions: ['User', inputOptions],
  SetDigitalInputConfigurations: ['Administrator', setInputs],
};
