import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maskedAddress, readCameraAddress } from './camera-address.ts';

const read = (text: string) => {
  const address = readCameraAddress(text);
  if ('refusal' in address) throw new Error(address.refusal);
  return address;
};

const refusal = (text: string) => {
  const address = readCameraAddress(text);
  return 'refusal' in address ? address.refusal : undefined;
};

describe('the address of a camera', () => {
  it('keeps user and password out of what is asked and shown', () => {
    assert.deepEqual(read('rtsp://user:s%40cret@192.168.1.50:8554/main?channel=1'), {
      host: '192.168.1.50',
      port: 8554,
      isEncrypted: false,
      transport: 'tcp',
      login: { user: 'user', password: 's@cret' },
      requestUrl: 'rtsp://192.168.1.50:8554/main?channel=1',
      shown: 'rtsp://***@192.168.1.50:8554/main?channel=1',
    });
  });

  it('knows pictures over UDP and TLS by the scheme, with their own ports', () => {
    const plain = read('rtspu://camera.local/');
    assert.deepEqual([plain.transport, plain.port, plain.requestUrl], ['udp', 554, 'rtsp://camera.local/']);
    const secure = read('rtsps://[fe80::1]/main');
    assert.deepEqual([secure.isEncrypted, secure.port, secure.host], [true, 322, 'fe80::1']);
    assert.equal(secure.requestUrl, 'rtsps://[fe80::1]/main');
  });

  it('asks for the root when there is no path', () => {
    assert.equal(read('rtsp://10.0.0.1').requestUrl, 'rtsp://10.0.0.1/');
  });

  it('refuses what is none, or could smuggle lines into a request', () => {
    assert.match(refusal('http://10.0.0.1/') ?? '', /no address of a camera/);
    assert.match(refusal('rtsp://') ?? '', /no address|host/);
    assert.match(refusal('rtsp://h:0/') ?? '', /port 0/);
    assert.match(refusal('rtsp://h/a b') ?? '', /spaces/);
    assert.match(refusal('rtsp://h/a\r\nX: y') ?? '', /spaces/);
    assert.match(refusal('rtsp://u:a%0d%0ab@h/') ?? '', /malformed/);
    assert.match(refusal('rtsp://u:%zz@h/') ?? '', /malformed/);
    assert.match(refusal('rtsp://h/#x') ?? '', /fragment/);
    assert.match(refusal(`rtsp://h/${'a'.repeat(3000)}`) ?? '', /2048/);
  });

  it('masks secrets wherever they stand, in what is no address, too', () => {
    assert.equal(maskedAddress('rtsp://a:b@c@h/x'), 'rtsp://***@h/x');
    assert.equal(maskedAddress('rtsp//a:b'), 'rtsp//a:b');
    assert.equal(
      maskedAddress('rtsp://h/user=admin&password=geheim&channel=1?token=abc'),
      'rtsp://h/user=admin&password=***&channel=1?token=***',
    );
  });
});
