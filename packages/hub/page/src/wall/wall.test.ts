import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { STATION_TROUBLE_ERRORS } from '@kitestring/station-contract/errors/station-trouble.ts';
import { reasonOfPlayer } from './picture-reason.ts';
import {
  CHOSEN_MAX,
  columnsOf,
  keepWall,
  keptWall,
  pageOf,
  stationsOnWall,
  usualStream,
  withChosen,
  withMoved,
  withStream,
} from './wall-choice.ts';

const station = (sid: string, more: Partial<HubStation> = {}): HubStation => ({
  sid,
  name: sid,
  state: 'online',
  flight_state: 'StandBy',
  ...more,
});
const FLEET = [
  station('a'),
  station('b', { flight_state: 'Flying' }),
  station('c', { state: 'offline' }),
  station('d', { state: 'revoked' }),
  station('e', { alarms: { fatal: 0, critical: 1, warning: 0, info: 0 } }),
];
const NONE = keptWall({ getItem: () => null });

describe('the choice of the wall', () => {
  it('shows stations by what they are, by hand in their order, or of a group, which may be offline', () => {
    const groups = [{ id: 'g1', name: 'North', created: '', stations: ['c', 'd', 'a'] }];
    const shown = (source: typeof NONE.source) =>
      stationsOnWall({ ...NONE, source, sids: ['e', 'gone', 'a'] }, FLEET, groups)
        .map(({ sid }) => sid)
        .join('');
    assert.deepEqual(
      [shown('online'), shown('flying'), shown('alarms'), shown('chosen'), shown('group:g1'), shown('group:g2')],
      ['abe', 'b', 'e', 'ea', 'ac', ''],
    );
  });

  it('is kept in the browser, and drops what is not a choice', () => {
    const texts: string[] = [];
    const choice = withStream(withChosen(NONE, ['b', 'a'], true), 'a', 'thermal');
    keepWall({ setItem: (_, value) => texts.push(value) }, choice);
    assert.deepEqual(keptWall({ getItem: () => texts[0] ?? null }), choice);
    const kept = (value: string) => keptWall({ getItem: () => value });
    assert.deepEqual([kept('{'), kept('[]'), kept('{"layout":"5","source":7,"sids":"a"}')], [NONE, NONE, NONE]);
    assert.deepEqual(kept('{"sids":["a","a",1]}').sids, ['a']);
  });

  it('takes stations up to a limit, moves and removes them', () => {
    const many = Array.from({ length: CHOSEN_MAX + 5 }, (_, index) => `s${index}`);
    assert.equal(withChosen(NONE, many, true).sids.length, CHOSEN_MAX);
    const three = withChosen(NONE, ['a', 'b', 'c'], true);
    assert.equal(three.source, 'chosen');
    assert.deepEqual(withMoved(three, 'c', -1).sids, ['a', 'c', 'b']);
    assert.deepEqual([withMoved(three, 'a', -1), withMoved(three, 'x', 1)], [three, three]);
    assert.deepEqual(withChosen(three, ['b'], false).sids, ['a', 'c']);
  });

  it('has pages, of which the last stays where stations leave, and columns that fill the screen', () => {
    assert.deepEqual(pageOf([1, 2, 3, 4, 5], 4, 1), { entries: [5], page: 1, pages: 2, first: 4 });
    assert.deepEqual(pageOf([1, 2], 4, 1), { entries: [1, 2], page: 0, pages: 1, first: 0 });
    assert.deepEqual(pageOf([], 4, 3), { entries: [], page: 0, pages: 1, first: 0 });
    assert.deepEqual([0, 1, 2, 4, 5, 9, 16].map(columnsOf), [1, 1, 2, 2, 3, 3, 4]);
  });

  it('begins with the colour stream that zooms', () => {
    assert.deepEqual(
      [['thermal', 'overview', 'zoom'], ['thermal', 'color'], ['thermal', 'x'], ['thermal'], []].map(usualStream),
      ['zoom', 'color', 'x', 'thermal', undefined],
    );
  });
});

describe('the reason why there is no picture', () => {
  const refused = (code: string, message = '') =>
    reasonOfPlayer({
      ...({ kind: 'waiting', retryInMs: 1, reason: 'no-pictures' } as const),
      reply: { status: 502, body: JSON.stringify({ code, message }) },
    });

  it('is that of the hub, in which it tells causes of one code apart', () => {
    const { noPicture, noRelay, notRelayed, relayAway } = STATION_TROUBLE_ERRORS.VIDEO_UNAVAILABLE.message;
    assert.deepEqual(
      [noRelay, relayAway, notRelayed, noPicture].map((message) => refused('VIDEO_UNAVAILABLE', message)),
      ['noRelay', 'relayAway', 'relayUnreached', 'noPicture'],
    );
    assert.deepEqual(
      [
        refused('STATION_NOT_LIVE', 'video needs read (SCOPE_NOT_GRANTED)'),
        refused('STATION_NOT_LIVE', 'at most 4 (STATION_BUSY)'),
        refused('STATION_NOT_LIVE'),
        refused('STATION_OFFLINE'),
        refused('STREAM_NOT_READY'),
        refused('STREAM_NOT_FOUND'),
        refused('TOO_MANY_CONNECTIONS'),
      ],
      ['notShared', 'stationBusy', 'silent', 'offline', 'cameraOff', 'noCamera', 'tooMany'],
    );
  });

  it('is that of the player where a proxy has answered, or nothing has', () => {
    const body = '<html>';
    assert.equal(
      reasonOfPlayer({ kind: 'waiting', retryInMs: 1, reason: 'unreachable', reply: { status: 503, body } }),
      'unreachable',
    );
    assert.equal(reasonOfPlayer({ kind: 'waiting', retryInMs: 1, reason: 'refused' }), 'refused');
    assert.equal(reasonOfPlayer({ kind: 'ended', reason: 'not-permitted' }), 'notPermitted');
    assert.equal(reasonOfPlayer({ kind: 'stalled', path: 'webrtc', frameAgeMs: 1500 }), 'frozen');
  });
});
