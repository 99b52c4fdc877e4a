import Type, { type Static } from 'typebox';
import { named, Text, Timestamp } from '../schema.ts';

export const INCIDENT_NUMBER_MAX = 40;
export const INCIDENT_TITLE_MAX = 120;

const number = Text(
  `Number of the incident, as assigned by the dispatch centre: 1 to ${INCIDENT_NUMBER_MAX} characters in one line.`,
  '2026-0117',
);
const title = Text(
  `Title: at most ${INCIDENT_TITLE_MAX} characters in one line; may be empty.`,
  'Fire in a warehouse, Harbour Road',
);

export const NewIncident = named('NewIncident', 'The incident to set. Plain text without markup.', {
  number,
  title,
});
export type NewIncident = Static<typeof NewIncident>;

export const IncidentRef = named('IncidentRef', 'Number and title of an incident.', {
  number,
  title,
});
export type IncidentRef = Static<typeof IncidentRef>;

export const Incident = named('Incident', 'The current incident.', {
  number,
  title,
  set_at: Timestamp('When it was set or last changed.'),
  set_by: Text('Name of the plugin that set it.', 'desk 1'),
});
export type Incident = Static<typeof Incident>;

export const IncidentReply = named('IncidentReply', 'The incident, if there is one.', {
  incident: Type.Optional(Incident),
});
export type IncidentReply = Static<typeof IncidentReply>;
