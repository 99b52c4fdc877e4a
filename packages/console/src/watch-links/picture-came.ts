import { createContext } from 'react';

/** Called by a wall when it shows its picture, or knows that there is none. Beside the wall, which comes late. */
export const PictureCame = createContext<() => void>(() => undefined);
