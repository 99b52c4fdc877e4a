import type { RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '@kitestring/base/log.ts';
import { type FolderObjects, PART_PATH } from '../objects/folder-objects.ts';

const STATUS = { taken: 200, refused: 403, full: 507 } as const;
/** A part of 1 MiB at 16 kbit/s takes nine minutes. */
const DEADLINE_MS = 900_000;

/** Receives parts of uploads before the API, which reads bodies of 64 KiB at most. The ticket in the path is the only authorization. */
export class PartReceiver {
  readonly #objects: Pick<FolderObjects, 'receive'>;
  readonly #log: Log;
  readonly #receiving = new WeakSet<Duplex>();

  constructor(objects: Pick<FolderObjects, 'receive'>, log: Log) {
    this.#objects = objects;
    this.#log = log;
  }

  /** Whether a part is arriving on this connection: on a slow link it may take longer than other requests. */
  isReceiving(stream: Duplex): boolean {
    return this.#receiving.has(stream);
  }

  before(next: RequestListener): RequestListener {
    return (request, response) => {
      const { method, socket, url = '' } = request;
      if (method !== 'PUT' || !url.startsWith(`/${PART_PATH}`)) return next(request, response);
      const deadline = setTimeout(() => request.destroy(), DEADLINE_MS);
      this.#receiving.add(socket);
      this.#objects
        .receive(url.slice(PART_PATH.length + 1), request)
        .catch((error: unknown) => {
          if (!request.destroyed) this.#log.warn({ err: error }, 'a part of an upload could not be stored');
          return 'full' as const;
        })
        .then((outcome) => {
          clearTimeout(deadline);
          this.#receiving.delete(socket);
          // A refused part may not have been read completely: the connection cannot be reused.
          response.writeHead(STATUS[outcome], outcome === 'taken' ? {} : { Connection: 'close' }).end();
        });
    };
  }
}
