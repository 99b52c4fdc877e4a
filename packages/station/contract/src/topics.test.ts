import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Compile } from 'typebox/compile';
import { operationById } from './operations.ts';
import { exampleMessage, matchTopic, TOPICS } from './topics.ts';

describe('every topic', () => {
  it('is the path of an operation that reads the same', () => {
    for (const topic of TOPICS) {
      assert.equal(operationById(topic.operationId)?.path, `/v1/${topic.name}`);
    }
  });

  it('has an example that its schema accepts', () => {
    for (const topic of TOPICS) {
      assert.deepEqual(Compile(topic.message).Errors(exampleMessage(topic)), [], topic.name);
    }
  });
});

describe('the name of a topic', () => {
  it('is found, with the values of its parameters', () => {
    assert.equal(matchTopic('flight/state')?.topic.operationId, 'flight.state');
    const match = matchTopic('videostreams/zoom/state');
    assert.equal(match?.topic.name, 'videostreams/{stream_id}/state');
    assert.deepEqual(match?.params, { stream_id: 'zoom' });
  });

  it('is not found when it is not quite one', () => {
    for (const name of [
      '',
      'flight',
      'flight/info',
      'flight/state/',
      '/flight/state',
      'videostreams//state',
      'a/b/state',
    ]) {
      assert.equal(matchTopic(name), undefined, name);
    }
  });
});
