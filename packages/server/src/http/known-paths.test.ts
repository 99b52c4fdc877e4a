import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KnownPaths, pathOf } from './known-paths.ts';

describe('KnownPaths', () => {
  const known = new KnownPaths();
  known.add('GET', '/api/state');
  known.add('POST', '/api/:name/start');
  known.add('GET', '/api/:name/start');
  known.add('DELETE', '/api/:name');

  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['/api/state', ['GET', 'HEAD']],
    ['/api/state?x=1', ['GET', 'HEAD']],
    ['/api/a/start', ['POST', 'GET', 'HEAD']],
    ['/api//start', []],
    ['/api/a/start/', []],
    ['/', []],
    ['http://host:1/api/a', ['DELETE']],
  ];
  for (const [url, methods] of cases) {
    it(`${url}: ${methods.join(', ') || 'nothing'}`, () => assert.deepEqual(known.methodsOf(url), methods));
  }

  it('tells what a path without parameters has to refuse, because one with parameters takes it', () => {
    assert.deepEqual([...known.shadowed()], [{ path: '/api/state', methods: ['DELETE'] }]);
  });
});

describe('pathOf', () => {
  it('leaves out host and query', () => {
    assert.equal(pathOf('https://h:8443/a/b?c=/d#e'), '/a/b');
    assert.equal(pathOf('*'), '*');
    assert.equal(pathOf(''), '');
  });
});
