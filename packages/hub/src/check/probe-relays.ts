import type { RelaySettings } from '../relay/open-video-rooms.ts';
import { relaysOf } from '../relay/open-video-rooms.ts';

/** Asks every relay for its rooms, with the key of the hub and without. @returns what is wrong with each; undefined for a LiveKit server that takes the key */
export async function probeRelays(
  settings: RelaySettings,
): Promise<readonly { readonly url: string; readonly fault: string | undefined }[]> {
  const relays = relaysOf(settings, () => Date.now());
  return Promise.all(
    relays.map(async (relay) => {
      const fault = await relay.check().then(
        () => undefined,
        (error: Error) => error.message,
      );
      return { url: relay.url, fault };
    }),
  );
}
