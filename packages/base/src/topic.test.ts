import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Topic } from './topic.ts';

function counted() {
  const state = { altitude: 1 };
  let made = 0;
  const topic = new Topic(() => {
    made += 1;
    return { ...state };
  });
  return { state, topic, made: () => made };
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('topic', () => {
  it('gives every reader the same bytes until the next change', () => {
    const { topic, made } = counted();
    assert.equal(text(topic.bytes), '{"altitude":1}');
    assert.equal(topic.bytes, topic.bytes);
    assert.equal(made(), 1);
  });

  it('is not serialised while nobody reads', () => {
    const { topic, made } = counted();
    for (let sample = 0; sample < 100; sample += 1) topic.invalidate();
    assert.equal(made(), 0);
  });

  it('keeps version and bytes when what clients see has not changed', () => {
    const { state, topic } = counted();
    const before = { version: topic.version, bytes: topic.bytes };
    topic.invalidate();
    assert.deepEqual({ version: topic.version, bytes: topic.bytes }, before);
    state.altitude = 2;
    topic.invalidate();
    assert.equal(topic.version, before.version + 1);
    assert.equal(text(topic.bytes), '{"altitude":2}');
  });

  it('calls its listeners until they cancel', () => {
    const { topic } = counted();
    let calls = 0;
    const cancel = topic.onInvalidate(() => {
      calls += 1;
    });
    topic.invalidate();
    cancel();
    topic.invalidate();
    assert.equal(calls, 1);
  });
});
