import { Socket } from 'node:net';
import { MessagePipe, PIPE_FD } from './message-pipe.ts';
import { type FromMedia, type ToMedia, toMedia } from './protocol.ts';

/** Connection to the station that started this process. */
export interface StationPipe {
  send(message: FromMedia): void;
  /** @param onEnd the station has ended */
  listen(onMessage: (message: ToMedia) => void, onEnd: () => void): void;
}

/** The pipe created by the station. @throws when this process was started by hand */
export function stationPipe(): StationPipe {
  const socket = new Socket({ fd: PIPE_FD, readable: true, writable: true });
  let onMessage: (message: ToMedia) => void = () => {};
  let onEnd = () => {};
  const pipe = new MessagePipe(socket, {
    onMessage: (value) => {
      const message = toMedia(value);
      if (message !== undefined) onMessage(message);
    },
    onBroken: () => onEnd(),
    onEnd: () => onEnd(),
  });
  return {
    send: (message) => pipe.send(message),
    listen: (takeMessage, end) => {
      onMessage = takeMessage;
      onEnd = end;
    },
  };
}
