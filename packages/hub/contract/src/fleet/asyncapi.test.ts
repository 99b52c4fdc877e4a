import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '@kitestring/station-contract/document/components.ts';
import { TOPICS } from '@kitestring/station-contract/topics.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fleetAsyncApiDocument } from './asyncapi.ts';
import { EVENT_STREAM_TYPE } from './events.ts';
import { FLEET_API } from './openapi.ts';

interface Channel {
  readonly address: string | null;
  readonly messages: Readonly<Record<string, { readonly examples: readonly { readonly payload: unknown }[] }>>;
  readonly parameters?: JsonObject;
}

describe('the messages of a hub', () => {
  const document = fleetAsyncApiDocument();
  const channels = Object.entries(document.channels as Readonly<Record<string, Channel>>);

  it('have an example each that its schema takes, and no schema is named by $id', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, 'asyncapi');
    for (const [channel, { messages }] of channels) {
      for (const [message, { examples }] of Object.entries(messages)) {
        const pointer = `#/channels/${channel}/messages/${message}`;
        const check = ajv.compile({ $ref: `asyncapi${pointer}/payload` });
        assert.equal(examples.length, 1, pointer);
        for (const { payload } of examples) assert.ok(check(payload), `${pointer}: ${JSON.stringify(check.errors)}`);
        const { messages: sent } = (document.operations as Record<string, JsonObject>)[`${channel}.send`] ?? {};
        assert.ok(JSON.stringify(sent).includes(`"${pointer}"`), `${pointer} is sent`);
      }
    }
    assert.doesNotMatch(JSON.stringify(document), /"\$id"/);
  });

  it('are those of every operation that answers with a WebSocket or a stream, and of every topic of a station', () => {
    const shapes = channels.flatMap(([, { address }]) => (address === null ? [] : [withoutNames(address)]));
    const streaming = FLEET_API.operations.filter(
      ({ description, replies }) => 101 in replies || description.includes(`\`Accept: ${EVENT_STREAM_TYPE}\``),
    );
    assert.ok(streaming.length > 3);
    for (const { id, path } of streaming) {
      const shape = withoutNames(path);
      assert.ok(
        shapes.some((one) => new RegExp(`^${shape.replaceAll('*', '[^/]+')}$`).test(one)),
        `${id} ${path}`,
      );
    }
    for (const { name } of TOPICS) {
      assert.ok(shapes.includes(withoutNames(`/stations/{sid}/api/v1/${name}/subscribe`)), name);
    }
  });

  it('describe every parameter of their addresses', () => {
    for (const [channel, { address, parameters = {} }] of channels) {
      const names = [...(address ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      assert.deepEqual(Object.keys(parameters), names, channel);
    }
  });
});

const withoutNames = (path: string): string => path.replaceAll(/\{\w+\}/g, '*');
