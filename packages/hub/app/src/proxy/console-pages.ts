import type { Log } from '@kitestring/base/log.ts';
import { CONSOLE_PAGE } from '@kitestring/console-page/build/page-folder.ts';
import { FLEET_BASE } from '@kitestring/hub-contract/fleet/operations.ts';
import type { Answers, Page } from '@kitestring/web/http';
import { builtPage } from '@kitestring/web/pages';
import { PageBuild } from '@kitestring/web/pages/page-build.ts';
import type { Stations } from '../registry/stations.ts';

/** The console of every station, served from the files of the hub: one page, which finds its station from its address. */
export class ConsolePages {
  readonly #build: PageBuild;

  constructor(log: Log) {
    this.#build = new PageBuild(CONSOLE_PAGE, log);
  }

  /** `/fleet/v1/stations/{sid}/` and its files. */
  pages(answers: Answers, stations: Pick<Stations, 'get'>): readonly Page[] {
    const build = this.#build;
    const whenAsked = {
      asked: () => {
        // In a clone it is built at the first request, because most tests of the hub do not use it.
        build.begin();
        return build.asked();
      },
    };
    return builtPage(answers, {
      build: whenAsked,
      reference: '/openapi.json',
      under: `${FLEET_BASE}/stations/:sid`,
      tilesUrl: ({ sid = '' }) => stations.get(sid)?.inventory.map?.tiles_url,
    });
  }

  stop(): Promise<void> {
    return this.#build.stop();
  }
}
