import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import { Consumer } from '../support/consumer.ts';
import { digestAnswer } from '../support/digest.ts';
import { type DeviceStart, TestDevice } from '../support/scripted-camera.ts';
import { post, securityHeader, soapMessage } from '../support/soap-client.ts';
import { idsOf } from './case-ids.ts';

const ADDRESSING = 'http://www.w3.org/2005/08/addressing';
export const PROFILE = '<ProfileToken>zoom</ProfileToken>';

/** A camera, and a client that asks it as the device test specification says. */
export class CaseCamera implements AsyncDisposable {
  readonly device: TestDevice;

  private constructor(device: TestDevice) {
    this.device = device;
  }

  static async start(given: Pick<DeviceStart, 'prepare' | 'host'> = {}): Promise<CaseCamera> {
    return new CaseCamera(await TestDevice.start({ discoveryPort: 0, ...given }));
  }

  /** @returns status and body of the answer. @param url of a subscription, for its manager */
  async ask(call: string, { action = '', url = this.device.url } = {}): Promise<string> {
    this.device.station.clock.advance(0.05);
    const createdMs = this.device.station.clock.nowUs() / 1000;
    const security = securityHeader({ user: 'admin', password: this.device.password, createdMs });
    const header = action === '' ? '' : `<Action xmlns="${ADDRESSING}">${action}Request</Action>`;
    const { status, text } = await post(url, soapMessage(call, header + security));
    return `${status} ${text}`;
  }

  async ok(call: string, pattern = /./, options: Parameters<CaseCamera['ask']>[1] = {}): Promise<string> {
    const text = await this.ask(call, options);
    assert.match(text, /^200 /);
    assert.match(text, pattern);
    if (options.action !== undefined) assert.ok(text.includes(`<wsa:Action>${options.action}Response<`), text);
    return text;
  }

  /** @param subcodes from the general to the special one */
  async refused(call: string, ...subcodes: readonly string[]): Promise<void> {
    const text = await this.ask(call, { action: 'urn:any' });
    const codes = [...text.matchAll(/ter:(\w+)</g)].map(([, code]) => code);
    assert.deepEqual(codes, subcodes, text);
    assert.ok(text.includes(`<wsa:Action>${ADDRESSING}/soap/fault<`));
  }

  /** @returns address of the manager of a new pull point */
  async pullPoint(content = ''): Promise<string> {
    const action = 'http://www.onvif.org/ver10/events/wsdl/EventPortType/CreatePullPointSubscription';
    const text = await this.ok(`tev:CreatePullPointSubscription ${content}`, /SubscriptionReference/, { action });
    return /<wsa:Address>(.*?)</.exec(text)?.[1] ?? '';
  }

  async pull(url: string, timeout = 'PT5S'): Promise<string> {
    const action = 'http://www.onvif.org/ver10/events/wsdl/PullPointSubscription/PullMessages';
    return this.ok(`tev:PullMessages <Timeout>${timeout}</Timeout><MessageLimit>50</MessageLimit>`, /CurrentTime/, {
      action,
      url,
    });
  }

  /** Pulls where no message waits. @returns the answer at its timeout */
  async pullNothing(url: string): Promise<string> {
    const pulled = this.pull(url, 'PT0.1S');
    await until('the pull to wait', () => this.device.server.hasWaitingPull);
    this.device.station.clock.advance(0.1);
    return pulled;
  }

  /** Subscribes a consumer, and waits for its first messages. @returns those, and the address of the manager */
  async notified(content = ''): Promise<readonly [text: string, manager: string]> {
    await using consumer = await Consumer.start();
    const action = 'http://docs.oasis-open.org/wsn/bw-2/NotificationProducer/Subscribe';
    const reference = `<ConsumerReference><Address>${consumer.url}</Address></ConsumerReference>`;
    const text = await this.ok(`wsnt:Subscribe ${reference}${content}`, /TerminationTime/, { action });
    const manager = /<wsa:Address>(.*?)</.exec(text)?.[1] ?? '';
    await this.ok('tev:SetSynchronizationPoint', /./, { url: manager });
    await until('the messages', () => consumer.notified.length > 0);
    await this.ok('wsnt:Unsubscribe', /./, {
      action: 'http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager/Unsubscribe',
      url: manager,
    });
    return [consumer.notified.join(''), manager];
  }

  /** @param call GetSnapshotUri @returns bytes of the picture at the address that it answers */
  async snapshot(call: string): Promise<Uint8Array> {
    const address = new URL(/Uri>(http[^<]*)</.exec(await this.ok(call))?.[1] ?? '');
    const { headers } = await fetch(address);
    const own = { method: 'GET', uri: address.pathname, user: 'admin', password: this.device.password };
    const authorization = digestAnswer(headers.get('www-authenticate') ?? '', own);
    const response = await fetch(address, { headers: { authorization } });
    assert.equal(response.headers.get('content-type'), 'image/jpeg');
    return new Uint8Array(await response.arrayBuffer());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    assert.deepEqual(this.device.bugs, []);
    await this.device[Symbol.asyncDispose]();
  }
}

/** A trial of ours for a case, or the reason why there is none. */
export type SpecificationCase =
  | ((camera: CaseCamera, t: TestContext) => Promise<unknown>)
  | { readonly fails: string }
  | { readonly notApplicable: string };

export const fails = (reason: string) => ({ fails: reason });
export const notApplicable = (reason: string) => ({ notApplicable: reason });

/** The same answer for several cases. @param ids `DEVICE-1-1-1…6,9` */
export const each = (ids: string, one: SpecificationCase): Readonly<Record<string, SpecificationCase>> =>
  Object.fromEntries(idsOf(ids).map((id) => [id, one]));

/** Capabilities by both operations alike. @param service its prefix */
export const hasServiceCapabilities = (service: string) => async (camera: CaseCamera) => {
  const pattern = new RegExp(`<${service}:Capabilities(?: [^>]*)?(?:/>|>.*?</${service}:Capabilities>)`);
  const [own] = pattern.exec(await camera.ok(`${service}:GetServiceCapabilities`)) ?? [];
  const services = await camera.ok('tds:GetServices <IncludeCapability>true</IncludeCapability>');
  assert.ok(own !== undefined && services.includes(own));
};
