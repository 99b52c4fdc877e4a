/** Tells the client that got control how long it lasts in real time: a simulation may run faster or slower. */
export const LEASE_HEADER = 'Kitestring-Control-Lease';
