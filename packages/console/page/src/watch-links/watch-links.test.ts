import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '@kitestring/client/api-error.ts';
import { renewalMs, retryMs, takeWatchSecret, watchAddress, watchRefusal } from './watch-address.ts';
import { notificationsOnWatchPage, stationTimeText, watchReachM } from './watch-page-view.ts';

class Tab {
  readonly kept = new Map<string, string>();
  hash = '';
  readonly storage = {
    getItem: (name: string) => this.kept.get(name) ?? null,
    setItem: (name: string, value: string) => void this.kept.set(name, value),
  };

  open(hash: string): string | undefined {
    this.hash = hash;
    const replaceHash = (next: string) => {
      this.hash = next;
    };
    return takeWatchSecret({ hash, storage: this.storage, replaceHash });
  }
}

describe('the address of a link for watching', () => {
  it('has the secret where browsers send it to nobody', () => {
    const url = new URL(watchAddress('https://kite.example:3128', 'watch_abc'));
    assert.deepEqual([url.pathname, url.search, url.hash], ['/', '', '#watch=watch_abc']);
  });

  it('loses its secret when it is opened, and a reload of the tab finds it again', () => {
    const tab = new Tab();
    assert.equal(tab.open('#watch=watch_abc'), 'watch_abc');
    assert.equal(tab.hash, '#watch');
    assert.equal(tab.open(tab.hash), 'watch_abc');
  });

  it('is no link elsewhere in the page, and one without a secret is none that opens', () => {
    const tab = new Tab();
    assert.equal(tab.open('#/recordings'), undefined);
    assert.equal(tab.open(''), undefined);
    assert.equal(tab.open('#watch'), '');
    tab.open('#watch=watch_abc');
    assert.equal(tab.open('#/'), undefined);
  });
});

const refused = (code: string, status: number, retryAfterMs?: number): ApiError =>
  Object.assign(Object.create(ApiError.prototype) as ApiError, { code, status, retryAfterMs });

describe('a link that does not open', () => {
  for (const [code, status, refusal, after] of [
    ['WATCH_LINK_ENDED', 403, 'ended', undefined],
    ['INVALID_WATCH_LINK', 401, 'unknown', undefined],
    ['WATCH_LINK_FULL', 409, 'full', 30_000],
    ['STORE_UNUSABLE', 507, 'otherwise', 5000],
  ] as const) {
    it(`by ${code} is ${refusal}${after === undefined ? ', and tried no more' : `, and tried again after ${after} ms`}`, () => {
      const error = refused(code, status);
      assert.deepEqual([watchRefusal(error), retryMs(error)], [refusal, after]);
    });
  }

  it('is tried again when the station says so, and when it does not answer', () => {
    assert.equal(retryMs(refused('TOO_MANY_WRONG_KEYS', 429, 60_000)), 60_000);
    assert.equal(retryMs(new Error('no answer')), 5000);
  });
});

describe('the token of a link', () => {
  for (const [expiresInS, afterMs] of [
    [3600, 3_240_000],
    [10, 9000],
    [0, 1000],
    [undefined, 1000],
    [1e9, 3_600_000],
  ] as const) {
    it(`that is valid for ${expiresInS ?? 'an unknown number of'} seconds is renewed after ${afterMs} ms`, () => {
      assert.equal(renewalMs(expiresInS), afterMs);
    });
  }
});

describe('the watch page', () => {
  const at = (eastM: number, northM: number) => ({ eastM, northM, upM: 0 });
  const footprint = (eastM: number) => ({ corners: [], center: at(eastM, 0) }) as never;

  it('has a map that reaches as far as the Kite and the aim, and not to the horizon', () => {
    assert.equal(watchReachM({ kite: undefined, footprint: undefined }), 50);
    assert.equal(watchReachM({ kite: at(30, 40), footprint: undefined } as never), 100);
    assert.equal(watchReachM({ kite: at(1, 1), footprint: footprint(350) } as never), 500);
    assert.equal(watchReachM({ kite: at(1, 1), footprint: footprint(9000) } as never), 50);
  });

  it('shows the four most urgent notifications, and the number of the others', () => {
    assert.deepEqual(notificationsOnWatchPage([1, 2, 3, 4, 5, 6]), { shown: [1, 2, 3, 4], hidden: 2 });
    assert.deepEqual(notificationsOnWatchPage([1]), { shown: [1], hidden: 0 });
  });

  it('has a clock with its zone, and none before the station has said the time', () => {
    assert.deepEqual(stationTimeText(Date.UTC(2026, 2, 1, 9, 5, 7), 'en', 'UTC'), { time: '09:05:07', zone: 'UTC' });
    assert.equal(stationTimeText(undefined, 'de'), undefined);
  });
});
