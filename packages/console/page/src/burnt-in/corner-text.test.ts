import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cornerText, maskFault, readCorners } from './corner-text.ts';

it('corners are written as percent and read again, those outside the picture are not', () => {
  const corners = [
    { x: 0.25, y: 0.6 },
    { x: 1, y: 0 },
    { x: 0.405, y: 0.8 },
  ];
  assert.equal(cornerText(corners), '25,60 100,0 40.5,80');
  assert.deepEqual(readCorners(' 25,60;  100,0 40.5,80 '), corners);
  for (const text of ['', '1,2 3,4', '1,2 3,4 5', '1,2 3,4 5,101', '1,2 3,4 -1,5', '1,2,3 3,4 5,6', 'a,b c,d e,f']) {
    assert.equal(readCorners(text), undefined, text);
  }
});

it('a mask to set is refused for the first thing that is wrong', () => {
  const square = readCorners('10,10 20,10 20,20 10,20');
  assert.equal(maskFault(undefined, '5'), 'wrongCorners');
  assert.equal(maskFault(readCorners('10,10 20,20 20,10 10,20'), '5'), 'crossing');
  assert.equal(maskFault(square, '101'), 'wrongHeight');
  assert.equal(maskFault(square, '2,5'), undefined);
});
