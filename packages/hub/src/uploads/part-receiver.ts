import type { RequestListener } from 'node:http';
import type { Log } from '@kitestring/station/ports/log.ts';
import { type FolderObjects, PART_PATH } from '../objects/folder-objects.ts';

const STATUS = { taken: 200, refused: 403, full: 507 } as const;

/** Takes parts of uploads before the API, which reads whole bodies of 64 KiB at most. The ticket in the path is all that is asked for. */
export const partReceiver =
  (objects: Pick<FolderObjects, 'receive'>, log: Log, next: RequestListener): RequestListener =>
  (request, response) => {
    const { method, url = '' } = request;
    if (method !== 'PUT' || !url.startsWith(`/${PART_PATH}`)) return next(request, response);
    objects
      .receive(url.slice(PART_PATH.length + 1), request)
      .catch((error: unknown) => {
        if (!request.destroyed) log.warn({ err: error }, 'a part of an upload could not be stored');
        return 'full' as const;
      })
      .then((outcome) => {
        // A refused part may not have been read: the connection cannot be used again.
        response.writeHead(STATUS[outcome], outcome === 'taken' ? {} : { Connection: 'close' }).end();
      });
  };
