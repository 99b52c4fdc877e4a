import Type, { type Static } from 'typebox';

/**
 * Version of the messages between station and hub. `v` increases with a change that an older reader would
 * misunderstand, `minor` with every other one: new fields that older readers ignore.
 */
export const MESSAGE_VERSION: MessageVersion = { v: 1, minor: 0 };

export interface MessageVersion {
  readonly v: number;
  readonly minor: number;
}

/** Minor versions by which station and hub may differ, so that a fleet can be upgraded step by step. */
const MINORS_APART_MAX = 1;

/** Fields that the first message of a station has in every version. */
export const Greeting = Type.Object({
  v: Type.Integer({ minimum: 0, description: 'Version of the message.' }),
  minor: Type.Optional(Type.Integer({ minimum: 0, description: 'Minor version of the messages; 0 when absent.' })),
});
export type Greeting = Static<typeof Greeting>;

/** Why a hub cannot work with a station of this version; undefined when it can. */
export function versionRefusal(
  { minor = 0, v }: Greeting,
  own: MessageVersion = MESSAGE_VERSION,
): { readonly refused: 'VERSION_TOO_OLD' | 'VERSION_TOO_NEW'; readonly message: string } | undefined {
  const isNear = v === own.v && Math.abs(minor - own.minor) <= MINORS_APART_MAX;
  if (isNear) return undefined;
  const isOld = v < own.v || (v === own.v && minor < own.minor);
  const [least, most] = [Math.max(0, own.minor - MINORS_APART_MAX), own.minor + MINORS_APART_MAX];
  const update = isOld ? 'update the station' : 'update the hub, then the station';
  return {
    refused: isOld ? 'VERSION_TOO_OLD' : 'VERSION_TOO_NEW',
    message: `the station speaks version ${v}.${minor} of the messages, this hub ${own.v}.${least} to ${own.v}.${most}: ${update}`,
  };
}
