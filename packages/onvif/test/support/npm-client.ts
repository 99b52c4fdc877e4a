import assert from 'node:assert/strict';
import { Cam } from 'onvif';
import type { TestDevice } from './scripted-camera.ts';

/** Its types leave half of its methods out. */
type Methods = Readonly<Record<string, (...args: unknown[]) => void>>;

/** The client of npm, and its methods by name as promises. */
export interface NpmClient {
  readonly cam: Cam;
  ask(name: string, ...args: unknown[]): Promise<unknown>;
}

/** Adopts the camera. Rejects as the client does. */
export async function adopt(device: TestDevice): Promise<NpmClient> {
  const at = { hostname: '127.0.0.1', port: device.server.port, username: 'admin', password: device.password };
  const cam = await new Promise<Cam>((resolve, reject) => {
    const made: Cam = new Cam({ ...at, timeout: 20_000 }, (error: Error | null) =>
      error ? reject(error) : resolve(made),
    );
  });
  const ask = (name: string, ...args: unknown[]): Promise<unknown> => {
    device.station.clock.advance(0.02);
    const { promise, reject, resolve } = Promise.withResolvers<unknown>();
    const method = (cam as unknown as Methods)[name]?.bind(cam) ?? assert.fail(name);
    method(...args, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)));
    return promise;
  };
  return { cam, ask };
}
