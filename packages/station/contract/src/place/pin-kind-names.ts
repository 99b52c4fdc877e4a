import { PIN_KINDS, type PinKind } from '../station/pin.ts';

type NamedIn = 'en' | 'de' | 'fr' | 'it';

/** Kinds of marked places in the languages of page and reports. */
const NAMES: Readonly<Record<PinKind, Readonly<Record<NamedIn, string>>>> = {
  person: { en: 'Person', de: 'Person', fr: 'Personne', it: 'Persona' },
  vehicle: { en: 'Vehicle', de: 'Fahrzeug', fr: 'Véhicule', it: 'Veicolo' },
  fire: { en: 'Fire', de: 'Feuer', fr: 'Feu', it: 'Fuoco' },
  hazard: { en: 'Hazard', de: 'Gefahr', fr: 'Danger', it: 'Pericolo' },
  water: { en: 'Water, hydrant', de: 'Wasser, Hydrant', fr: 'Eau, hydrant', it: 'Acqua, idrante' },
  meeting_point: { en: 'Meeting point', de: 'Sammelplatz', fr: 'Point de rassemblement', it: 'Punto di raccolta' },
  command_post: { en: 'Command post', de: 'Befehlsstelle', fr: 'Poste de commandement', it: 'Posto di comando' },
  other: { en: 'Other', de: 'Anderes', fr: 'Autre', it: 'Altro' },
};

export const pinKindNames = (language: NamedIn): Readonly<Record<PinKind, string>> =>
  Object.fromEntries(PIN_KINDS.map((kind) => [kind, NAMES[kind][language]])) as Record<PinKind, string>;
