import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { TestDevice } from '../../packages/onvif/test/support/scripted-camera.ts';
import { securityHeader, soapMessage } from '../../packages/onvif/test/support/soap-client.ts';

export const CONNECTIONS = 8;
export const PROFILE = '<ProfileToken>zoom</ProfileToken>';
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

export const closeConnections = (): void => agent.destroy();

/** @throws Error when it is refused, which would be measured as a quick answer */
export async function post(port: number, body: string, path = '/onvif/device_service'): Promise<string> {
  const asked = request({ port, path, agent, method: 'POST', headers: { 'Content-Length': Buffer.byteLength(body) } });
  asked.end(body);
  const [response] = await once(asked, 'response');
  let text = '';
  for await (const chunk of response) text += String(chunk);
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${text.slice(0, 500)}`);
  return text;
}

/** A signed message; the time of the camera moves, or its limit of requests would be measured. */
export function signed({ station, users }: TestDevice, call: string, user = 'admin'): string {
  station.clock.advance(0.02);
  const createdMs = station.clock.nowUs() / 1000;
  return soapMessage(call, securityHeader({ user, password: users.find(user)?.password ?? '', createdMs }));
}
