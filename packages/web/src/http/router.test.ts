import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Router, splitTarget } from './router.ts';

const router = new Router<string>();
router.add('GET', '/api/state', 'state');
router.add('POST', '/api/:name/start', 'start');
router.add('GET', '/api/:name/start', 'look');
router.add('DELETE', '/api/:name', 'remove');
router.add('GET', '/api/:list/:item', 'item');
router.add('GET', '/api/films/:film', 'film');
router.addVariant('GET', '/api/films/newest', 'newest film');
router.add('GET', '/of/:place/:list/:item', 'item of a place');
router.add('DELETE', '/of/:place/:list/:item', 'remove it');
router.add('POST', '/of/:place/films/start', 'start there');

describe('Router.find', () => {
  const cases: readonly (readonly [string, string, string, Record<string, string>?])[] = [
    ['GET', '/api/state', 'state'],
    ['HEAD', '/api/state', 'state'],
    ['GET', '/api/st%61te', 'state'],
    ['POST', '/api/a/start', 'start', { name: 'a' }],
    ['GET', '/api/films/b%2Fc%20%2520', 'film', { film: 'b/c %20' }],
    ['GET', '/api/films/newest', 'newest film'],
    ['GET', '/api/films/start', 'film', { film: 'start' }],
    ['GET', '/api/a/start', 'look', { name: 'a' }],
    ['GET', '/api/a/stop', 'item', { list: 'a', item: 'stop' }],
    ['POST', '/of/a/films/start', 'start there', { place: 'a' }],
  ];
  for (const [method, path, target, params = {}] of cases) {
    it(`${method} ${path}: ${target}`, () => assert.deepEqual(router.find(method, path), { target, params }));
  }

  for (const [method, path, why] of [
    ['DELETE', '/api/state', 'a path without parameters has its own methods only'],
    ['POST', '/api/films/newest', 'nobody takes it'],
    ['GET', '/of/a/films/start', 'a path below a place is as one without parameters'],
    ['GET', '/api//start', 'a parameter is never empty'],
    ['GET', '/api%2Fstate', 'an encoded slash divides nothing'],
    ['GET', '/', 'there is nothing'],
  ] as const) {
    it(`finds nothing at ${method} ${path}: ${why}`, () => assert.equal(router.find(method, path), undefined));
  }

  it('refuses what is not encoded right, and a part that is too long', () => {
    for (const [path, code] of [
      ['/api/%zz', 'MALFORMED_HTTP'],
      ['/api/%ff/start', 'MALFORMED_HTTP'],
      [`/api/${'x'.repeat(201)}/start`, 'NOT_FOUND'],
    ] as const) {
      const found = router.find('GET', path);
      assert.equal(found !== undefined && 'code' in found ? found.code : found, code);
    }
    assert.ok('target' in (router.find('GET', `/api/${'x'.repeat(200)}/start`) ?? {}));
  });
});

describe('Router.methodsOf', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['/api/state', ['GET', 'HEAD']],
    ['/api/a/start', ['GET', 'HEAD', 'POST']],
    ['/api//start', []],
    ['/api/a/start/', []],
    ['/', []],
    ['/api/a', ['DELETE']],
    ['/of/a/films/start', ['POST']],
    ['/of/a/films/stop', ['DELETE', 'GET', 'HEAD']],
    ['/api/st%61te', ['GET', 'HEAD']],
    ['/api/a/st%61rt', ['GET', 'HEAD', 'POST']],
    ['/of/a/films%2Fstart', []],
    ['/api/%zz', []],
  ];
  for (const [path, methods] of cases) {
    it(`${path}: ${methods.join(', ') || 'nothing'}`, () => assert.deepEqual(router.methods(path).sort(), methods));
  }
});

it('a request target has path and query', () => {
  assert.deepEqual(splitTarget('/a/b?c=/d#e'), { path: '/a/b', query: 'c=/d#e' });
  assert.deepEqual(splitTarget('/a#b?c'), { path: '/a', query: 'b?c' });
  assert.deepEqual(splitTarget('*'), { path: '*', query: '' });
  assert.deepEqual(splitTarget(''), { path: '', query: '' });
});
