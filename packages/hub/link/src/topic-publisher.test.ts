import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Topic } from '@kitestring/base/topic.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { TopicPublisher } from './topic-publisher.ts';

it('wanted topics are published at once, at a change after a silence at once, and at most as often as wanted, until the want ends', () => {
  const clock = new VirtualClock();
  let value = 0;
  let reads = 0;
  const topic = new Topic(() => {
    reads += 1;
    return value;
  });
  const sent: string[] = [];
  const publish = (name: string, bytes: Uint8Array) => sent.push(`${name} ${Buffer.from(bytes)}`);
  const topics = new TopicPublisher({ clock, topic: (name) => (name === 'a' ? topic : undefined), publish });
  const change = () => {
    value += 1;
    topic.invalidate();
  };
  change();
  clock.advance(10);
  assert.equal(reads, 0, 'nothing is serialised while nothing is wanted');
  topics.want({ v: 1, topics: ['a', 'b'], maxHz: 2, ttlS: 3 });
  assert.equal(topics.count, 1);
  assert.deepEqual(sent.splice(0), ['a 1']);
  for (let tenth = 0; tenth < 10; tenth += 1) {
    change();
    clock.advance(0.1);
  }
  assert.deepEqual(sent.splice(0), ['a 6', 'a 11']);
  clock.advance(1);
  assert.deepEqual(sent, [], 'what stays the same is not sent again');
  topics.want({ v: 1, topics: ['a'], maxHz: 2, ttlS: 3 });
  assert.deepEqual(sent, [], 'nor is it when the want is repeated');
  for (let tenth = 0; tenth < 10; tenth += 1) {
    change();
    topics.want({ v: 1, topics: ['a'], maxHz: 2, ttlS: 3 });
    clock.advance(0.1);
  }
  assert.deepEqual(sent.splice(0), ['a 12', 'a 16', 'a 21'], 'nor does it change the pace');
  change();
  topics.publishNow();
  topics.publishNow();
  assert.deepEqual(sent.splice(0), ['a 22'], 'at once when it is due before its time');
  for (const names of [[], ['a']]) topics.want({ v: 1, topics: names, maxHz: 2, ttlS: 3 });
  assert.deepEqual(sent.splice(0), ['a 22'], 'again when it is wanted again after it was not');
  clock.advance(3.5);
  change();
  clock.advance(10);
  assert.deepEqual([topics.count, sent], [0, []]);
});
