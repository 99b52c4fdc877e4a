import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressFaultText, addressText, type MavlinkAddress, parseAddress, silenceHint } from './address.ts';

const READ: readonly (readonly [string, MavlinkAddress])[] = [
  ['mavlink:udp://0.0.0.0:14550', { kind: 'udp-listen', host: '0.0.0.0', port: 14_550 }],
  ['udp://:14550', { kind: 'udp-listen', host: '0.0.0.0', port: 14_550 }],
  ['udp://[::]:14550', { kind: 'udp-listen', host: '::', port: 14_550 }],
  ['udp-listen://127.0.0.1:0', { kind: 'udp-listen', host: '127.0.0.1', port: 0 }],
  ['udp://127.0.0.1:14550', { kind: 'udp', host: '127.0.0.1', port: 14_550 }],
  ['UDP://drone.local:14550/', { kind: 'udp', host: 'drone.local', port: 14_550 }],
  ['tcp://[fe80::1%eth0]:5760', { kind: 'tcp', host: 'fe80::1%eth0', port: 5760 }],
  ['tcp-listen://0.0.0.0:5760', { kind: 'tcp-listen', host: '0.0.0.0', port: 5760 }],
  ['tcp-listen://:5760', { kind: 'tcp-listen', host: '0.0.0.0', port: 5760 }],
  ['serial:///dev/ttyACM0?baud=921600', { kind: 'serial', path: '/dev/ttyACM0', baud: 921_600 }],
  ['mavlink:serial:///dev/serial/by-id/usb-3D', { kind: 'serial', path: '/dev/serial/by-id/usb-3D', baud: 57_600 }],
  ['serial:///COM3?baud=115200', { kind: 'serial', path: 'COM3', baud: 115_200 }],
  ['serial://COM3', { kind: 'serial', path: 'COM3', baud: 57_600 }],
];

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['', /^scheme: got "";.*try udp:\/\/0\.0\.0\.0:14550/],
  ['http://10.0.0.1:80', /^scheme: got "http"/],
  ['udpin:0.0.0.0:14550', /^scheme: .*try udp-listen:\/\/0\.0\.0\.0:14550$/],
  ['udpout://10.0.0.1:14550', /^scheme: .*try udp:\/\/10\.0\.0\.1:14550$/],
  ['tcp:127.0.0.1:5760', /^scheme: .*try tcp:\/\/127\.0\.0\.1:5760$/],
  ['/dev/ttyACM0,115200', /^scheme: .*try serial:\/\/\/dev\/ttyACM0\?baud=115200$/],
  ['10.0.0.1:14550', /^scheme: .*try udp:\/\/10\.0\.0\.1:14550$/],
  ['tcp://0.0.0.0:5760', /^host: got "0\.0\.0\.0"/],
  ['tcp://a b:5760', /^host: got "a b"/],
  ['udp://[::1:14550', /^host: /],
  ['udp://10.0.0.1', /^port: got "";.*from 1 to 65535/],
  ['udp://10.0.0.1:0', /^port: got "0";.*from 1/],
  ['udp://0.0.0.0:65536', /^port: got "65536";.*from 0/],
  ['tcp://10.0.0.1:1e3', /^port: got "1e3"/],
  ['udp://10.0.0.1:14550/x', /^end: got "x"/],
  ['tcp://10.0.0.1:14550?baud=1', /^end: got "\?baud=1"/],
  ['udp://10.0.0.1:14550?signing=secret', /^key: (?!.*secret$).*mavlink\.signing_passphrase/],
  ['serial:///dev/ttyACM0?baud=57600&key=secret', /^key: an address is logged/],
  ['serial://ttyACM0', /^device: got "ttyACM0"/],
  ['serial:///dev/ttyACM0?baud=fast', /^baud: got "fast"/],
  ['serial:///dev/ttyACM0?baud=9', /^baud: got "9"/],
  ['serial:///dev/ttyACM0?speed=9600', /^end: got "speed=9600"/],
];

describe('the address of a link', () => {
  for (const [text, address] of READ) {
    it(`${text} is read, and reads the same when it is written again`, () => {
      assert.deepEqual(parseAddress(text), { ok: true, address });
      assert.deepEqual(parseAddress(addressText(address)), { ok: true, address });
    });
  }

  for (const [text, message] of REFUSED) {
    it(`"${text}" is refused: the message names the part and what to try`, () => {
      const parsed = parseAddress(text);
      assert.ok(!parsed.ok);
      assert.match(addressFaultText(parsed.fault), message);
    });
  }

  it('tells what to try where nothing is heard, if it sends only', () => {
    const hint = (host: string, kind: 'udp' | 'udp-listen') => silenceHint({ kind, host, port: 14_550 });
    assert.match(hint('127.0.0.1', 'udp'), /udp:\/\/0\.0\.0\.0:14550 waits/);
    assert.equal(hint('0.0.0.0', 'udp-listen'), '');
  });
});
