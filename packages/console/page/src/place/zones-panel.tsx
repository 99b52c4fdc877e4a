import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { ZONE_NAME_MAX, ZONE_RULES, ZONES_MAX, type Zone } from '@kitestring/station-contract/station/geofence.ts';
import { useState } from 'react';
import { CommandForm } from '../parts/command-form.tsx';
import { useTimeText } from '../parts/use-time.ts';
import { useScope } from '../station/station-context.tsx';
import { useTopicPart } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import { useLocating } from './locating.ts';
import styles from './place.module.css';
import { NEW_DRAFT, readDraft, type ZoneDraft } from './zone-draft.ts';
import { useAddZone, useDeleteZone, useZones } from './zones.ts';

/** The geofence: its zones, and a form for another one. */
export function ZonesPanel() {
  const texts = useWords().later?.zones;
  const zones = useZones();
  const mayCommand = useScope('control');
  if (texts === undefined) return null;
  return (
    <Panel title={texts.title}>
      <p className="quiet small">{texts.lead(zones.length, ZONES_MAX)}</p>
      <ul className="stack loose">
        {zones.map((zone) => (
          <ZoneItem key={zone.zone_id} zone={zone} />
        ))}
      </ul>
      {mayCommand && <ZoneForm />}
    </Panel>
  );
}

function ZoneItem({ zone }: { readonly zone: Zone }) {
  const { later, place: words } = useWords();
  const texts = later?.zones;
  const timeText = useTimeText();
  const remove = useDeleteZone();
  const mayDelete = useScope('control');
  if (texts === undefined) return null;
  return (
    <li className={styles.pin} data-crossed={zone.is_crossed || undefined}>
      <h3 className="wraps">{zone.name}</h3>
      <p className="small">
        {texts.rules[zone.rule]}
        {zone.altitude_max !== undefined && `: ${zone.altitude_max} m`}
        {zone.is_crossed && <strong> {texts.crossed}</strong>}
      </p>
      <p className="quiet small">{words.setBy(zone.created_by, timeText(zone.created_time) ?? '')}</p>
      {mayDelete && (
        <div className={styles.pinButtons}>
          <Button
            aria-label={words.deleteOf(zone.name)}
            isPending={remove.isBusy}
            onPress={() => void remove.send(zone.zone_id)}
          >
            {words.delete}
          </Button>
        </div>
      )}
      <Trouble text={remove.trouble} />
    </li>
  );
}

function ZoneForm() {
  const texts = useWords().later?.zones;
  const { points } = useLocating();
  const [draft, setDraft] = useState(NEW_DRAFT);
  const [isTried, setTried] = useState(false);
  const station = useTopicPart('system/state', ({ gs_gps_lat: latDeg, gs_gps_lon: lonDeg }) =>
    latDeg === undefined || lonDeg === undefined ? undefined : `${latDeg.toFixed(6)} ${lonDeg.toFixed(6)}`,
  );
  const [latDeg = 0, lonDeg = 0] = (station ?? '').split(' ').map(Number);
  const zone = readDraft(draft, { points, station: station === undefined ? undefined : { latDeg, lonDeg } });
  const add = useAddZone(typeof zone === 'string' ? undefined : zone);
  if (texts === undefined) return null;
  const set = (changed: Partial<ZoneDraft>) => {
    setTried(false);
    setDraft({ ...draft, ...changed });
  };
  const submit = async () => {
    setTried(true);
    if (typeof zone !== 'string' && (await add.send())) set({ name: '' });
  };
  const shapes = [
    { id: 'station' as const, name: texts.aroundStation },
    { id: 'points' as const, name: texts.byPoints(points.length) },
  ];
  return (
    <CommandForm
      label={texts.add}
      command={add}
      submit={texts.add}
      look="plain"
      onSubmit={() => void submit()}
      trouble={isTried && typeof zone === 'string' ? texts.faults[zone] : add.trouble}
    >
      <TextField label={texts.name} value={draft.name} onChange={(name) => set({ name })} maxLength={ZONE_NAME_MAX} />
      <Choice
        label={texts.rule}
        options={ZONE_RULES.map((id) => ({ id, name: texts.rules[id] }))}
        value={draft.rule}
        onChange={(rule) => set({ rule })}
      />
      {draft.rule === 'altitude_max' && (
        <TextField
          label={texts.altitude}
          value={draft.altitude}
          onChange={(altitude) => set({ altitude })}
          inputMode="decimal"
        />
      )}
      <Choice label={texts.shape} options={shapes} value={draft.shape} onChange={(shape) => set({ shape })} />
      {draft.shape === 'station' ? (
        <TextField
          label={texts.radius}
          value={draft.radius}
          onChange={(radius) => set({ radius })}
          inputMode="decimal"
        />
      ) : (
        <p className="quiet small">{texts.pointsHint}</p>
      )}
    </CommandForm>
  );
}
