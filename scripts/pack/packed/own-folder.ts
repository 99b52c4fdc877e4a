import { userFolder } from '@kitestring/os/user-folder.ts';

/** A package is replaced by the next version: data are in the user's folder. */
export const ownFolder = (): string => userFolder('data');
