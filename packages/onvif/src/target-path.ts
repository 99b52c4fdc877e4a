/** Path and query of the target of a request, which a client of a proxy writes as a whole address. */
export const targetPath = (target: string): string => target.replace(/^https?:\/\/[^/?]*/i, '');
