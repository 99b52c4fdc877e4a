import type { MapArchiveFault } from '@kitestring/station-contract/station/map-archive.ts';

export interface MapArchiveWords {
  readonly archiveMissing: string;
  readonly archiveBroken: (fault: string) => string;
  readonly archiveFaults: Readonly<Record<MapArchiveFault, string>>;
  readonly overviewOnly: string;
  readonly overview: string;
}

export const mapArchiveEn: MapArchiveWords = {
  archiveMissing: 'Map archive: tiles cannot be read.',
  archiveBroken: (fault) => `Map archive unusable: ${fault}.`,
  archiveFaults: {
    missing: 'file not found',
    unreadable: 'file not readable',
    not_pmtiles: 'not a PMTiles archive',
    version: 'PMTiles version not supported',
    cut_off: 'file truncated',
    outside_world: 'bounds outside the world',
    unsupported: 'format or compression not supported',
  },
  overviewOnly: 'No street map is set up here: overview of the world only.',
  overview: 'Overview: Natural Earth',
};

export const mapArchiveDe: MapArchiveWords = {
  archiveMissing: 'Kartenarchiv: Kacheln nicht lesbar.',
  archiveBroken: (fault) => `Kartenarchiv nicht nutzbar: ${fault}.`,
  archiveFaults: {
    missing: 'Datei nicht gefunden',
    unreadable: 'Datei nicht lesbar',
    not_pmtiles: 'kein PMTiles-Archiv',
    version: 'PMTiles-Version nicht unterstützt',
    cut_off: 'Datei abgeschnitten',
    outside_world: 'Grenzen außerhalb der Welt',
    unsupported: 'Format oder Kompression nicht unterstützt',
  },
  overviewOnly: 'Hier ist keine Straßenkarte eingerichtet: nur Weltübersicht.',
  overview: 'Übersicht: Natural Earth',
};

export const mapArchiveFr: MapArchiveWords = {
  archiveMissing: 'Archive de la carte : tuiles illisibles.',
  archiveBroken: (fault) => `Archive de la carte inutilisable : ${fault}.`,
  archiveFaults: {
    missing: 'fichier introuvable',
    unreadable: 'fichier illisible',
    not_pmtiles: 'pas une archive PMTiles',
    version: 'version de PMTiles non prise en charge',
    cut_off: 'fichier tronqué',
    outside_world: 'limites hors du monde',
    unsupported: 'format ou compression non pris en charge',
  },
  overviewOnly: 'Aucune carte des rues n’est configurée ici : vue d’ensemble du monde seulement.',
  overview: 'Aperçu : Natural Earth',
};

export const mapArchiveIt: MapArchiveWords = {
  archiveMissing: 'Archivio della mappa: tasselli illeggibili.',
  archiveBroken: (fault) => `Archivio della mappa inutilizzabile: ${fault}.`,
  archiveFaults: {
    missing: 'file non trovato',
    unreadable: 'file illeggibile',
    not_pmtiles: 'non è un archivio PMTiles',
    version: 'versione di PMTiles non supportata',
    cut_off: 'file troncato',
    outside_world: 'limiti fuori dal mondo',
    unsupported: 'formato o compressione non supportati',
  },
  overviewOnly: 'Qui non è impostata alcuna mappa stradale: solo panoramica del mondo.',
  overview: 'Panoramica: Natural Earth',
};
