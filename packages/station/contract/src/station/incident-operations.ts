import { operation } from '../operation.ts';
import { Incident, IncidentReply, NewIncident } from './incident.ts';
import { CONTROLS, READS } from './paths.ts';

const INCIDENT = {
  number: '2026-0117',
  title: 'Fire in a warehouse, Harbour Road',
  set_at: '2026-03-01T09:30:00.250000+00:00',
  set_by: 'desk 1',
};

export const getIncident = operation({
  ...READS,
  id: 'station.incident',
  path: '/incident',
  summary: 'The incident',
  description: 'Number and title of the current incident; an empty object without one.',
  replies: { 200: IncidentReply },
  replyExample: { incident: INCIDENT },
});

export const setIncident = operation({
  ...CONTROLS,
  id: 'station.incident.set',
  method: 'POST',
  path: '/incident',
  summary: 'Set the incident',
  description:
    'It is written into every flight log, recording, snapshot and flight report until it is changed or ended. It survives a restart.',
  body: NewIncident,
  replies: { 200: Incident },
  errors: ['STORE_UNUSABLE'],
  examples: [
    { summary: 'By number and title', value: { number: '2026-0117', title: 'Fire in a warehouse, Harbour Road' } },
  ],
  replyExample: INCIDENT,
});

export const endIncident = operation({
  ...CONTROLS,
  id: 'station.incident.end',
  method: 'DELETE',
  path: '/incident',
  summary: 'End the incident',
  description: 'Later flights belong to no incident; existing logs keep it. No effect without an incident.',
  errors: ['STORE_UNUSABLE'],
});
