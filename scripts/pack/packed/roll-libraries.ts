/** The libraries are part of the packed program. */
export const rollLibraries = async (): Promise<'there'> => 'there';
