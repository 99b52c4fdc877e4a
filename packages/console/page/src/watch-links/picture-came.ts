import { createContext } from 'react';

/** Called by a watch page when it shows its picture, or knows that there is none. Defined outside of it, because it is loaded later. */
export const PictureReady = createContext<() => void>(() => undefined);
