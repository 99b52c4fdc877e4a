import assert from 'node:assert/strict';
import { post, SERVICES, securityHeader } from '../support/soap-client.ts';
import type { CaseCamera, SpecificationCase } from './case-camera.ts';

const SOAP = 'http://www.w3.org/2003/05/soap-envelope';

/** The ways in which a message may declare its namespaces, in the order of the specification. */
const MESSAGES: readonly ((uri: string, name: string, header: string) => string)[] = [
  (uri, name, header) =>
    `<Envelope xmlns="${SOAP}"><Header xmlns="${SOAP}">${header}</Header><Body xmlns="${SOAP}"><${name} xmlns="${uri}"/></Body></Envelope>`,
  (uri, name, header) =>
    `<Envelope xmlns="${SOAP}"><Header>${header}</Header><Body><${name} xmlns="${uri}"/></Body></Envelope>`,
  (uri, name, header) =>
    `<xx:Envelope xmlns:xx="${SOAP}" xmlns:yy="${uri}"><xx:Header>${header}</xx:Header><xx:Body><yy:${name}/></xx:Body></xx:Envelope>`,
  (uri, name, header) =>
    `<a:Envelope xmlns:a="${SOAP}" xmlns:b="${SOAP}" xmlns:c="${uri}" xmlns:d="${uri}"><b:Header>${header}</b:Header><a:Body><d:${name}/></a:Body></a:Envelope>`,
  (uri, name, header) =>
    `<s:Envelope xmlns:s="${SOAP}"><s:Header>${header}</s:Header><s:Body><s:${name} xmlns:s="${uri}"/></s:Body></s:Envelope>`,
];

/** Cases of one service: `prefix` and numbers from `first` on. @param name an operation without content */
export const namespaceCases = (
  prefix: string,
  first: number,
  service: string,
  name: string,
): Readonly<Record<string, SpecificationCase>> =>
  Object.fromEntries(
    MESSAGES.map((message, index) => [
      `${prefix}${first + index}`,
      async ({ device }: CaseCamera) => {
        const createdMs = device.station.clock.nowUs() / 1000;
        const header = securityHeader({ user: 'admin', password: device.password, createdMs });
        const { status, text } = await post(device.url, message(SERVICES[service] ?? '', name, header));
        assert.equal(status, 200, text);
        assert.ok(text.includes(`${name}Response`));
      },
    ]),
  );
