import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { CloseButton } from '@kitestring/console-ui/close-button.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { directionAt, type View } from '@kitestring/station-contract/camera/pinhole.ts';
import type { LatLon } from '@kitestring/station-contract/place/geo.ts';
import type { LocatedPlace } from '@kitestring/station-contract/place/locate.ts';
import { PIN_KINDS, PIN_NAME_MAX, type PinKind } from '@kitestring/station-contract/station/pin.ts';
import { useState } from 'react';
import { KeepHere } from '../camera/camera-follow.tsx';
import { CommandForm } from '../parts/command-form.tsx';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useScope } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import { isPlace, useLocating } from './locating.ts';
import { MEASURED_POINTS_MAX, measured } from './measure.ts';
import { useAddPin, usePins } from './pins.ts';
import styles from './place.module.css';
import { Coordinates } from './place-facts.tsx';
import { locationIn, useViewpoint } from './use-viewpoint.ts';

const MIDDLE = { x: 0.5, y: 0.5 };

interface PlaceCardProps {
  /** View of the displayed picture. */
  readonly view: View | undefined;
  /** Why the crosshair has no position now: a stale view would give a wrong one. */
  readonly why: string | undefined;
}

/** Position of the crosshair, or of the clicked point. */
export function PlaceCard({ view, why }: PlaceCardProps) {
  const { place: words, ui } = useWords();
  const { clicked, followCrosshair, points, toggle } = useLocating();
  const viewpoint = useViewpoint();
  const crosshair = view && why === undefined ? locationIn(viewpoint, directionAt(view, MIDDLE)) : undefined;
  const location = clicked ?? crosshair;
  return (
    <section
      className={styles.card}
      aria-label={words.title}
      data-followed={clicked === undefined ? 'crosshair' : 'click'}
      data-measured={points.length > 0 || undefined}
    >
      <header className={styles.head}>
        <h2>{clicked === undefined ? words.crosshair : words.clicked}</h2>
        {clicked !== undefined && (
          <Button look="ghost" onPress={followCrosshair}>
            {words.follow}
          </Button>
        )}
        <CloseButton label={ui.close} onPress={toggle} />
      </header>
      {location !== undefined && !isPlace(location) && <p>{words.none[location.none]}</p>}
      {location === undefined && <p>{why ?? words.none.noPosition}</p>}
      {/* While points are set, the picture is needed. */}
      {isPlace(location) && points.length === 0 && <Facts place={location} />}
      <Measurement at={isPlace(location) ? location.at : undefined} />
      {isPlace(location) && points.length === 0 && <PinAndCoordinates place={location} />}
      {points.length === 0 && <p className={styles.hint}>{words.hint}</p>}
    </section>
  );
}

const bearingText = (deg: number): string => `${String(Math.round(deg) % 360).padStart(3, '0')}°`;

function Facts({ place }: { readonly place: LocatedPlace }) {
  const { place: words } = useWords();
  const quantities = useQuantities();
  const { bearingDeg, error, groundDistanceM, slantRangeM } = place;
  const facts = [
    [words.bearing, bearingText(bearingDeg)],
    [words.distance, quantities.distanceText(groundDistanceM)],
    [words.slantRange, quantities.distanceText(slantRangeM)],
    [words.error, words.plusMinus(quantities.distanceText(error.radiusM))],
  ] as const;
  return (
    <>
      <KeepHere at={place.at} />
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const PinAndCoordinates = ({ place }: { readonly place: LocatedPlace }) => (
  <>
    <PinForm place={place} />
    <Coordinates at={place.at} />
  </>
);

/** Distance and area between points, each added from the crosshair or a click. */
function Measurement({ at }: { readonly at: LatLon | undefined }) {
  const texts = useWords().later?.measure;
  const quantities = useQuantities();
  const { measure, points } = useLocating();
  if (texts === undefined) return null;
  const found = measured(points);
  const { areaM2, isCrossed = false, lengthM = 0 } = found ?? {};
  const isFull = points.length >= MEASURED_POINTS_MAX;
  return (
    <div className="stack">
      <p role="status" className="figures">
        {points.length === 1 && texts.first}
        {found !== undefined && texts.length(points.length, quantities.distanceText(lengthM))}
        {areaM2 !== undefined && ` ${texts.area(quantities.areaText(areaM2))}`}
        {isCrossed && ` ${texts.crossed}`}
        {isFull && ` ${texts.full(MEASURED_POINTS_MAX)}`}
      </p>
      <div className="wrapping">
        <Button isDisabled={at === undefined || isFull} onPress={() => at !== undefined && measure([...points, at])}>
          {texts.add}
        </Button>
        {points.length > 0 && <Button onPress={() => measure(points.slice(0, -1))}>{texts.undo}</Button>}
        {points.length > 0 && <Button onPress={() => measure([])}>{texts.clear}</Button>}
      </div>
    </div>
  );
}

function PinForm({ place: { at, error } }: { readonly place: LocatedPlace }) {
  const { later, permission, place: words } = useWords();
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState<PinKind>('other');
  const pins = usePins();
  const number = pins.length + 1;
  const numbered =
    kind === 'other' || later === undefined ? words.pinNumber(number) : `${later.pin.kinds[kind]} ${number}`;
  const name = typed.trim() === '' ? numbered : typed;
  const add = useAddPin({ name, kind, ...at, errorRadiusM: error.radiusM });
  const mayPin = useScope('control');
  const submit = async () => {
    if (await add.send()) setTyped('');
  };
  if (!mayPin) return <p className={styles.hint}>{permission.viewOnly}</p>;
  return (
    <CommandForm
      className={styles.pinForm}
      command={add}
      onSubmit={() => void submit()}
      submit={words.pin}
      look="plain"
    >
      <TextField label={words.pinName} value={typed} onChange={setTyped} maxLength={PIN_NAME_MAX} />
      {later !== undefined && (
        <Choice
          label={later.pin.kind}
          options={PIN_KINDS.map((id) => ({ id, name: later.pin.kinds[id] }))}
          value={kind}
          onChange={setKind}
        />
      )}
    </CommandForm>
  );
}
