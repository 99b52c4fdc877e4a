import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StationProcess } from '@kitestring/lab-testing/station-process.ts';
import { runExamples, whyNoCurl } from './support/page-examples.ts';

describe('the page about administering plugins', () => {
  it('has examples with curl that do what it says, one after the other', { skip: whyNoCurl() }, async () => {
    await using station = await StationProcess.start();
    const outputs = await runExamples('administrator/plugins.md', station);
    assert.doesNotMatch(outputs.join('\n'), /"code":"[A-Z_]+"/, 'one of the examples is refused');
    const [, list, added, rotated, switched, sessions] = outputs;
    assert.match(list ?? '', /"plugins":\[\{.*"name":"first".*"is_own":true/);
    assert.match(added ?? '', /"name":"vms".*"key":"kite_/);
    const keys = [...(rotated ?? '').matchAll(/"key":"(kite_[^"]+)"/g)].map(([, key]) => key);
    assert.equal(new Set(keys).size, 2);
    assert.match(switched ?? '', /"state":"Disabled"[\s\S]*"requests":\[\][\s\S]*"state":"Enabled"/);
    assert.match(sessions ?? '', /"masked_token":"[\w-]{6}\*+"/);
  });
});
