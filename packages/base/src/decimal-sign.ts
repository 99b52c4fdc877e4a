/** Numbers of a text with another decimal sign than the point. For texts of our own: versions and addresses have points too. */
export const withDecimalSign = (text: string, sign: string): string => text.replaceAll(/(?<=\d)\.(?=\d)/g, sign);
