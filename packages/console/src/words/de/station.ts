import type { Words } from '../words.ts';

export const station: Words['station'] = {
  unreachable: 'Die Station ist nicht erreichbar.',
  noAnswerInTime: 'Die Station hat nicht rechtzeitig geantwortet.',
  stale: (seconds) => `Seit ${seconds} s nichts von der Station. Die Anzeige ist alt.`,
  slow: (seconds) => `Die Verbindung ist langsam. Die Anzeige kann ${seconds} s nachgehen.`,
};
