import { deviceScopes } from '../device-identity.ts';
import { deviceSettings, keepDeviceSettings } from '../device-settings.ts';
import { type Markup, xml } from '../soap/markup.ts';
import { children } from '../soap/read-xml.ts';
import { argumentFault, SoapFault } from '../soap/soap-fault.ts';
import type { OnvifExchange, ServiceTable } from './operation.ts';

const SCOPES_MAX = 16;
const SCOPE = /^[a-z][a-z0-9+.-]*:[\x21-\x7e]{1,200}$/i;

const configurable = ({ station }: OnvifExchange): readonly string[] => deviceSettings(station.documents).scopes ?? [];

const scope = (kind: string) => (item: string) =>
  xml`<tds:Scopes><tt:ScopeDef>${kind}</tt:ScopeDef><tt:ScopeItem>${item}</tt:ScopeItem></tds:Scopes>`;

const scopes = (exchange: OnvifExchange): Markup =>
  xml`${deviceScopes(exchange.station).map(scope('Fixed'))}${configurable(exchange).map(scope('Configurable'))}`;

/** @throws SoapFault */
function asked({ body }: OnvifExchange, field: string): readonly string[] {
  const items = children(body, field).map(({ text }) => text);
  if (items.length === 0) throw argumentFault(`${field} is missing`);
  const wrong = items.find((item) => !SCOPE.test(item));
  if (wrong !== undefined)
    throw argumentFault(`the scope "${wrong.slice(0, 64)}" is no address of at most 200 characters`);
  return items;
}

/** Clients know the scopes by the announcement of the device. */
async function keep(exchange: OnvifExchange, list: readonly string[]): Promise<void> {
  const unique = [...new Set(list)];
  if (unique.length > SCOPES_MAX)
    throw new SoapFault('Receiver', 'Action/TooManyScopes', `a device has at most ${SCOPES_MAX} scopes of its own`);
  keepDeviceSettings(exchange.station.documents, { scopes: unique });
  await exchange.discovery.announceChange();
}

const isFixed = ({ station }: OnvifExchange, item: string) => deviceScopes(station).includes(item);

async function set(exchange: OnvifExchange): Promise<Markup> {
  const items = asked(exchange, 'Scopes');
  const fixed = items.find((item) => isFixed(exchange, item));
  if (fixed !== undefined)
    throw new SoapFault('Sender', 'OperationProhibited/ScopeOverwrite', `the scope "${fixed}" is fixed`);
  await keep(exchange, items);
  return xml``;
}

async function add(exchange: OnvifExchange): Promise<Markup> {
  const items = asked(exchange, 'ScopeItem').filter((item) => !isFixed(exchange, item));
  await keep(exchange, [...configurable(exchange), ...items]);
  return xml``;
}

async function remove(exchange: OnvifExchange): Promise<Markup> {
  const items = asked(exchange, 'ScopeItem');
  const before = configurable(exchange);
  const fixed = items.find((item) => isFixed(exchange, item));
  if (fixed !== undefined)
    throw new SoapFault('Sender', 'OperationProhibited/FixedScope', `the scope "${fixed}" is fixed`);
  const unknown = items.find((item) => !before.includes(item));
  if (unknown !== undefined) throw argumentFault(`there is no scope "${unknown.slice(0, 64)}"`, 'NoScope');
  await keep(
    exchange,
    before.filter((item) => !items.includes(item)),
  );
  return xml`${items.map((item) => xml`<tds:ScopeItem>${item}</tds:ScopeItem>`)}`;
}

export const SCOPE_OPERATIONS: ServiceTable = {
  GetScopes: ['User', scopes],
  SetScopes: ['Administrator', set],
  AddScopes: ['Administrator', add],
  RemoveScopes: ['Administrator', remove],
};
