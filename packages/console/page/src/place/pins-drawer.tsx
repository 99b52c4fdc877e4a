import { Button } from '@kitestring/console-ui/button.tsx';
import { Off, OffReason } from '@kitestring/console-ui/off.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { PINS_MAX, type Pin } from '@kitestring/station-contract/station/pin.ts';
import { useState } from 'react';
import { useTimeText } from '../parts/use-time.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useLookThere } from '../situation/use-look-there.ts';
import { useScope } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import { PinIcon } from './pin-symbol.tsx';
import { useDeletePin, usePins } from './pins.ts';
import styles from './place.module.css';
import { Coordinates } from './place-facts.tsx';
import { ZonesPanel } from './zones-panel.tsx';

/** The pins and the geofence of the station. */
export function PinsDrawer() {
  const { place: words } = useWords();
  const pins = usePins();
  return (
    <>
      <Panel>
        <p className="quiet small">{words.pinsLead(pins.length, PINS_MAX)}</p>
        <Off why={useLookThere().why}>
          <OffReason />
        </Off>
        <ul className="stack loose">
          {pins.map((pin) => (
            <PinItem key={pin.pin_id} pin={pin} />
          ))}
        </ul>
      </Panel>
      <ZonesPanel />
    </>
  );
}

function PinItem({ pin }: { readonly pin: Pin }) {
  const { later, place: words } = useWords();
  const quantities = useQuantities();
  const timeText = useTimeText();
  const [isOpen, setOpen] = useState(false);
  const remove = useDeletePin();
  const mayDelete = useScope('control');
  const at = { latDeg: pin.latitude, lonDeg: pin.longitude };
  return (
    <li className={styles.pin}>
      <h3 className={styles.pinName}>
        <PinIcon kind={pin.kind} />
        <span className="wraps">{pin.name}</span>
      </h3>
      <p className="quiet small">
        {later !== undefined && `${later.pin.kinds[pin.kind]} · `}
        {words.setBy(pin.created_by, timeText(pin.created_time) ?? '')}
        {pin.error_radius_m !== undefined && `, ${words.plusMinus(quantities.distanceText(pin.error_radius_m))}`}
      </p>
      <div className={styles.pinButtons}>
        <LookThere at={at} name={pin.name} />
        <Button aria-label={words.coordinatesOf(pin.name)} aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {words.coordinates}
        </Button>
        {mayDelete && (
          <Button
            aria-label={words.deleteOf(pin.name)}
            isPending={remove.isBusy}
            onPress={() => void remove.send(pin.pin_id)}
          >
            {words.delete}
          </Button>
        )}
      </div>
      {isOpen && <Coordinates at={at} />}
      <Trouble text={remove.trouble} />
    </li>
  );
}

/** Points the camera at a pin. */
function LookThere({ at, name }: { readonly at: { latDeg: number; lonDeg: number }; readonly name: string }) {
  const { place: words } = useWords();
  const { lookAt, why } = useLookThere();
  return (
    <Off why={why}>
      <OffReason isHidden />
      <Button aria-label={words.lookOf(name)} onPress={() => lookAt(at)}>
        {words.look}
      </Button>
    </Off>
  );
}
