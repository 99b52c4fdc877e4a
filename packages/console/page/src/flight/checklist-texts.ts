import type { ChecklistItem, ChecklistTopic } from '@kitestring/station-contract/station/checklist.ts';

type TopicTexts = Readonly<Record<ChecklistTopic, string>>;

/** The text of a check: one of the station's own in the language of the page. */
export const shownText = ({ text, topic }: ChecklistItem, topics: TopicTexts): string =>
  topic === undefined ? text : topics[topic];

/** One check for each line that is not empty; a line that shows one of the station's own texts remains that one. */
export const linesToTexts = (lines: string, items: readonly ChecklistItem[], topics: TopicTexts): string[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => items.find((item) => shownText(item, topics) === line)?.text ?? line);
