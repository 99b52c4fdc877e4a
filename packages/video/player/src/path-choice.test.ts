import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PathChoice } from './path-choice.ts';

const both = ['webrtc', 'mse'] as const;

describe('the choice of a path', () => {
  it('begins with the one that is preferred', () => {
    assert.equal(new PathChoice({ possible: both, first: 'webrtc' }).current, 'webrtc');
    assert.equal(new PathChoice({ possible: both, first: 'mse' }).current, 'mse');
  });

  it('goes on to the other one when it fails, and begins anew when both have', () => {
    const choice = new PathChoice({ possible: both, first: 'webrtc' });
    assert.equal(choice.failed('webrtc'), true);
    assert.equal(choice.current, 'mse');
    assert.equal(choice.failed('mse'), false);
    assert.equal(choice.current, 'webrtc');
  });

  it('comes back first to what has worked', () => {
    const choice = new PathChoice({ possible: both, first: 'webrtc' });
    choice.failed('webrtc');
    choice.worked('mse');
    assert.equal(choice.current, 'mse');
    assert.equal(choice.failed('mse'), true);
    assert.equal(choice.current, 'webrtc');
  });

  it('takes what the browser can, whatever is preferred', () => {
    const choice = new PathChoice({ possible: ['mse'], first: 'webrtc' });
    assert.equal(choice.current, 'mse');
    assert.equal(choice.failed('mse'), false);
    assert.equal(new PathChoice({ possible: [], first: 'webrtc' }).current, undefined);
  });
});
