import { Socket } from 'node:net';
import { isRecord } from './message-checks.ts';
import { MessagePipe, PIPE_FD } from './message-pipe.ts';
import { type FromMedia, type ToMedia, toMedia } from './protocol.ts';

const KIND_MAX_CHARS = 32;

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
      // Both are of one release: a fault of the program, which would otherwise be a wait for nothing.
      else pipe.send({ kind: 'trouble', reason: `a message of the station has another form: ${kind(value)}` });
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

const kind = (value: unknown): string => (isRecord(value) ? String(value.kind).slice(0, KIND_MAX_CHARS) : typeof value);
