import { type FromMedia, type ToMedia, toMedia } from './protocol.ts';

/** The way to the station that has started this process. */
export interface StationLink {
  send(message: FromMedia): void;
  /** @param onEnd the station is gone */
  listen(onMessage: (message: ToMedia) => void, onEnd: () => void): void;
}

/** The channel that `fork` has made. @throws when this process was started by hand */
export function forkedLink(): StationLink {
  const send = process.send?.bind(process);
  if (send === undefined) throw new Error('the media process is started by the station');
  return {
    // A station that is gone takes nothing, and its end is told by `disconnect`.
    send: (message) => {
      if (process.connected) send(message, undefined, undefined, () => {});
    },
    listen: (onMessage, onEnd) => {
      process.on('message', (value) => {
        const message = toMedia(value);
        if (message !== undefined) onMessage(message);
      });
      process.once('disconnect', onEnd);
    },
  };
}
