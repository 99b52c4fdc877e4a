import { Button } from '@kitestring/console-ui/button.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import {
  INCIDENT_NUMBER_MAX,
  INCIDENT_TITLE_MAX,
  type Incident,
} from '@kitestring/station-contract/station/incident.ts';
import { useState } from 'react';
import { CommandForm } from '../parts/command-form.tsx';
import { useTimeText } from '../parts/use-time.ts';
import { useScope } from '../station/station-context.tsx';
import { useCommand, useFormCommand } from '../station/use-command.ts';
import { useWords } from '../words/words-context.tsx';
import { useIncident } from './use-incident.ts';

/** The current incident: enter, change, end. */
export function IncidentPanel() {
  const { incident: texts } = useWords();
  const timeText = useTimeText();
  const mayCommand = useScope('control');
  const { again, incident, isKnown } = useIncident();
  const [isEditing, setIsEditing] = useState(false);
  const ending = useCommand(async ({ station }) => {
    await station.endIncident();
    again();
  });
  const done = () => {
    setIsEditing(false);
    again();
  };
  return (
    <Panel title={texts.title}>
      {incident === undefined && isKnown && <p className="quiet small">{texts.none}</p>}
      {incident !== undefined && !isEditing && (
        <div>
          <p className="wraps">
            <strong>{incident.number}</strong> {incident.title}
          </p>
          <p className="quiet small">{texts.setBy(incident.set_by, timeText(incident.set_at) ?? '')}</p>
        </div>
      )}
      <Trouble text={ending.trouble} />
      {mayCommand && isEditing && (
        <IncidentForm incident={incident} onDone={done} onCancel={() => setIsEditing(false)} />
      )}
      {mayCommand && !isEditing && (
        <div className="wrapping">
          <Button onPress={() => setIsEditing(true)}>{incident === undefined ? texts.enter : texts.change}</Button>
          {incident !== undefined && (
            <Button isPending={ending.isBusy} onPress={() => void ending.send()}>
              {texts.end}
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}

interface IncidentFormProps {
  readonly incident: Incident | undefined;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

function IncidentForm({ incident, onCancel, onDone }: IncidentFormProps) {
  const texts = useWords().incident;
  const [number, setNumber] = useState(incident?.number ?? '');
  const [title, setTitle] = useState(incident?.title ?? '');
  const [isMissing, setIsMissing] = useState(false);
  const setting = useFormCommand(async ({ station }) => {
    await station.setIncident({ number: number.trim(), title: title.trim() });
    onDone();
  });
  const submit = () => {
    setIsMissing(number.trim() === '');
    if (number.trim() !== '') void setting.send();
  };
  return (
    <CommandForm label={texts.title} command={setting} onSubmit={submit} submit={texts.submit} onCancel={onCancel}>
      <TextField
        label={texts.number}
        value={number}
        onChange={setNumber}
        maxLength={INCIDENT_NUMBER_MAX}
        autoFocus
        trouble={isMissing ? texts.numberMissing : undefined}
      />
      <TextField label={texts.what} value={title} onChange={setTitle} maxLength={INCIDENT_TITLE_MAX} />
    </CommandForm>
  );
}
