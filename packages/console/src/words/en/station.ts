export const station = {
  unreachable: 'The station cannot be reached.',
  noAnswerInTime: 'The station did not answer in time.',
  stale: (seconds: number) => `No word from the station for ${seconds} s. What is shown is old.`,
  slow: (seconds: number) => `The connection is slow. What is shown may be ${seconds} s late.`,
};
