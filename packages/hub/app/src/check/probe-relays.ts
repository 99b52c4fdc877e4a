import type { RelaySettings } from '../relay/open-video-rooms.ts';
import { makeRelays } from '../relay/open-video-rooms.ts';

/**
 * Requests the rooms of every relay, with the key of the hub and without. @returns the fault of each; undefined for a
 * LiveKit server that accepts the key
 */
export async function probeRelays(
  settings: RelaySettings,
): Promise<readonly { readonly url: string; readonly fault: string | undefined }[]> {
  const relays = makeRelays(settings, () => Date.now());
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
