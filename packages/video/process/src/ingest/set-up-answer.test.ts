import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTransport } from './set-up-answer.ts';

describe('the transport that a camera names', () => {
  it('has ports to which reports can be sent, or none', () => {
    const ports = (text: string) => readTransport(`RTP/AVP;unicast;client_port=20300-20301;${text}`).serverPorts;
    assert.deepEqual(ports('server_port=40000-40001'), [40_000, 40_001]);
    assert.deepEqual(ports('server_port=40000'), [40_000, 40_001]);
    for (const port of ['0', '0-0', '1-0', '65535', '65535-65536', '7-7', 'x'])
      assert.equal(ports(`server_port=${port}`), undefined, port);
  });

  it('may have the channel 0', () => {
    assert.deepEqual(readTransport('RTP/AVP/TCP;interleaved=0-1').channels, [0, 1]);
  });
});
