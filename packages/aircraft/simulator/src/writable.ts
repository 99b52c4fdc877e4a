/** A struct as seen by the code that fills it: all others only read. */
export type Writable<T> = { -readonly [Name in keyof T]: T[Name] };
