/** @param refused the token that the station has just refused; token sources return a new one */
export type GiveToken = (refused?: string) => string | Promise<string>;
