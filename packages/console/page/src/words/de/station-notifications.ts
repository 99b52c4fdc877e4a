import type { StationTexts } from '../station-texts.ts';
import { systemNotificationTexts } from './system-notifications.ts';

const NO_TAKE_OFF = 'Start gesperrt.';
const EMERGENCY = 'Automatische Notlandung.';
const CLEAR = 'Landefläche räumen.';
const BATTERY_CHARGES = 'Start gesperrt, bis der Akku geladen ist.';
const IN_RANGE = 'Start gesperrt, bis die Temperatur wieder im Bereich ist. Ein Flug wird fortgesetzt.';

/** Notifications of the station in German. */
export const notificationTexts: StationTexts['notifications'] = {
  GS_GPS_BAD: {
    message: 'Bodenstation: keine zuverlässige GPS-Position.',
    reaction: 'Die Position der Bodenstation wird nicht angezeigt und kann die der Bedienperson nicht ersetzen.',
    instructions: 'Bodenstation mit freier Sicht zum Himmel aufstellen und eine Minute warten.',
  },
  GS_BATTERY_LEVEL_LOW: {
    message: 'Bodenstation: Notstromakku-Ladung niedrig ({level} %).',
    reaction: `${BATTERY_CHARGES} Ein Flug am Netzstrom wird fortgesetzt.`,
    instructions: 'Bodenstation am Netz lassen, bis der Akku geladen ist.',
  },
  GS_BATTERY_VOLTAGE: {
    message: 'Bodenstation: Spannung des Notstromakkus unplausibel für seine Ladung ({voltage} V).',
    reaction: `Im Flug automatische Landung. ${NO_TAKE_OFF}`,
    instructions: 'Besteht das nach einer Stunde Laden weiter, den Akku ersetzen lassen.',
  },
  GS_BATTERY_TEMPERATURE: {
    message: 'Bodenstation: Temperatur des Notstromakkus außerhalb des Bereichs ({temperature} °C).',
    reaction: IN_RANGE,
    instructions: 'Bodenstation beschatten oder wärmen, Lüftungsöffnungen freihalten.',
  },
  MAIN_POWER_DISCONNECTED: {
    message: 'Netzstrom ausgefallen.',
    reaction: `Notlandung mit Akkustrom. ${NO_TAKE_OFF}`,
    instructions: `${CLEAR} Danach Versorgung, Stecker und Sicherung prüfen.`,
  },
  SYSTEM_MOVING: {
    message: 'Bodenstation bewegt sich.',
    reaction: 'Start gesperrt, solange sie sich bewegt.',
    instructions: 'Fahrzeug anhalten. Fliegt der Kite, vor der Weiterfahrt landen.',
  },
  SPOOL_STUCK: {
    message: 'Kabeltrommel blockiert.',
    reaction: EMERGENCY,
    instructions: `${CLEAR} Vor dem nächsten Flug prüfen, ob das Kabel gekreuzt oder gefroren ist.`,
  },
  SPOOL_TEMPERATURE_HIGH: {
    message: 'Kabeltrommel heiß ({temperature} °C).',
    reaction:
      'Start gesperrt, bis die Trommel abgekühlt ist. Ein Flug wird fortgesetzt; über der oberen Grenze folgt eine Notlandung.',
    instructions: 'Steigen, damit weniger Kabel auf der Trommel bleibt, oder landen.',
  },
  SPOOL_OVERHEATING: {
    message: 'Kabeltrommel überhitzt ({temperature} °C).',
    reaction: `${EMERGENCY} Start gesperrt, bis die Trommel abgekühlt ist.`,
    instructions: `${CLEAR} Trommel abkühlen lassen, Lüftungsöffnungen freihalten.`,
  },
  FORCE_SENSOR: {
    message: 'Sensor des Kabelzugs ausgefallen.',
    reaction: `${NO_TAKE_OFF} Im Flug nutzt die Winde ein Modell des Kabels.`,
    instructions: 'Landen. Prüfen, dass nichts das Kabel am Austritt berührt, dann das System neu starten.',
  },
  GROUND_EQUIPMENT_SILENT: {
    message: 'Bodenausrüstung nicht zu hören.',
    reaction: `${NO_TAKE_OFF} Ein Flug wird fortgesetzt: Winde, Kabelspannung und Box werden nicht gemessen.`,
    instructions: 'Landen. Kabel und Stromversorgung der Windenelektronik prüfen.',
  },
  FLIGHT_LOG_FAILED: {
    message: 'Flugprotokoll wird nicht geschrieben: {reason}.',
    reaction: 'Der Flug wird ohne Protokoll fortgesetzt. Der geschriebene Teil bleibt erhalten.',
    instructions: 'Speicherplatz auf der Station freigeben. Der nächste Flug wird wieder protokolliert.',
  },
  STORE_UNUSABLE: {
    message: 'Datenbank der Station nicht beschreibbar: {reason}.',
    reaction:
      'Der Flug wird fortgesetzt. Neue Anmeldungen, Meldungen und Audit-Einträge gelten bis zum Ende der Station; Verwaltung ist gesperrt.',
    instructions:
      'Speicherplatz auf der Station freigeben oder den Datenträger prüfen lassen. Die Station versucht es weiter.',
  },
  KITE_NOT_DETECTED: {
    message: 'Kite nicht in seiner Halterung erkannt.',
    reaction: NO_TAKE_OFF,
    instructions: 'Kite einsetzen, bis er einrastet, und einschalten.',
  },
  KITE_DATA_MISSING: {
    message: 'Keine Daten vom Kite.',
    reaction: 'Flugzustand unbekannt, Flugbefehle werden abgelehnt. Der Kite folgt seinem eigenen Failsafe.',
    instructions: `${CLEAR} Kite beobachten. Am Boden prüfen, ob er angeschlossen und eingeschaltet ist.`,
  },
  KITE_LINK_DEGRADED: {
    message: 'Verbindung zum Kite gestört: {lost} % der Daten verloren, {delay} s verspätet.',
    reaction: 'Befehle werden wiederholt, bis sie wirken. Der Flug wird fortgesetzt.',
    instructions: 'Landen. Vor dem nächsten Flug Kabel und Stecker prüfen.',
  },
  KITE_BATTERY_LEVEL_LOW: {
    message: 'Kite: Notstromakku-Ladung niedrig ({level} %).',
    reaction: `${BATTERY_CHARGES} Ein Flug wird fortgesetzt.`,
    instructions: 'Kite bei eingeschaltetem System in der Halterung lassen, bis der Akku geladen ist.',
  },
  KITE_BATTERY_VOLTAGE: {
    message: 'Kite: Spannung des Notstromakkus unplausibel für seine Ladung ({voltage} V).',
    reaction: `Im Flug automatische Landung. ${NO_TAKE_OFF}`,
    instructions: 'Besteht das nach einer Stunde Laden weiter, den Akku ersetzen lassen.',
  },
  KITE_BATTERY_TEMPERATURE: {
    message: 'Kite: Temperatur des Notstromakkus außerhalb des Bereichs ({temperature} °C).',
    reaction: IN_RANGE,
    instructions: 'Kite bei geschlossenen Deckeln abkühlen oder aufwärmen lassen.',
  },
  KITE_MOTOR_PROBLEM: {
    message: 'Kite: Motor ausgefallen.',
    reaction: `${EMERGENCY} ${NO_TAKE_OFF}`,
    instructions: `${CLEAR} Vor dem nächsten Flug Motoren und Propeller auf Schäden prüfen.`,
  },
  KITE_MOTOR_WEAK: {
    message: 'Kite: Motorleistung vermindert.',
    reaction: `${NO_TAKE_OFF} Ein Flug wird fortgesetzt.`,
    instructions: 'Landen. Vor dem nächsten Flug Motoren und Propeller auf Schäden prüfen.',
  },
  KITE_OVERHEATING: {
    message: 'Kite überhitzt ({temperature} °C).',
    reaction: 'Im Flug automatische Notlandung; am Boden ist der Start gesperrt, bis er abgekühlt ist.',
    instructions: `${CLEAR} Kite abkühlen lassen und prüfen, ob die Lüftungsöffnungen frei sind.`,
  },
  KITE_TEMPERATURE_HIGH: {
    message: 'Kite: Motoren oder Wandler heiß ({temperature} °C).',
    reaction:
      'Start gesperrt, bis sie abgekühlt sind. Ein Flug wird fortgesetzt; über der oberen Grenze folgt eine Notlandung.',
    instructions: 'Landen und den Kite abkühlen lassen.',
  },
  KITE_GPS_BAD: {
    message: 'Kite: keine zuverlässige GPS-Position.',
    reaction: 'Höhe auf 25 m begrenzt. Ein Kite darüber sinkt automatisch.',
    instructions: 'Niedrig bleiben. Mit freier Sicht zum Himmel fliegen.',
  },
  KITE_MAGNETIC_DISTURBANCE: {
    message: 'Kite: Kompass magnetisch gestört.',
    reaction: 'Die Richtung des Kite wird nicht angezeigt. Peilungen der Kamera driften langsam.',
    instructions: 'Von Stahlbauten, Stromleitungen und Fahrzeugen fernbleiben.',
  },
  KITE_ESTIMATION_INCONSISTENT: {
    message: 'Kite: Sensoren widersprechen sich.',
    reaction: `Der Flug wird mit den zuverlässigsten Sensoren fortgesetzt. ${NO_TAKE_OFF}`,
    instructions: 'Landen. Tritt es erneut auf, den Kite prüfen lassen.',
  },
  KITE_SECONDARY_AUTOPILOT: {
    message: 'Kite: zweiter Autopilot ausgefallen.',
    reaction: `${NO_TAKE_OFF} Ein Flug wird ohne ihn fortgesetzt.`,
    instructions: 'Landen. Kite neu starten; besteht das Problem weiter, prüfen lassen.',
  },
  KITE_SENSOR_FAULT: {
    message: 'Kite: Sensor ausgefallen.',
    reaction: `${EMERGENCY} ${NO_TAKE_OFF}`,
    instructions: `${CLEAR} Kite neu starten; besteht das Problem weiter, prüfen lassen.`,
  },
  AUTOPILOT_INFO: {
    message: 'Autopilot: {text}',
    reaction: 'Keine.',
    instructions: 'Keine.',
  },
  AUTOPILOT_WARNING: {
    message: 'Autopilot: {text}',
    reaction: 'Keine durch die Station. Der Autopilot verweigert womöglich den Start.',
    instructions: 'Meldung im Handbuch des Autopiloten nachschlagen.',
  },
  AUTOPILOT_ERROR: {
    message: 'Autopilot: {text}',
    reaction: 'Der Autopilot handelt womöglich nach eigener Notfallregel.',
    instructions: 'Zur Landung bereit sein. Meldung im Handbuch des Autopiloten nachschlagen.',
  },
  AUTOPILOT_SETTINGS: {
    message: 'Einstellungen des Autopiloten am Kabel unsicher: {settings}.',
    reaction: 'Start gesperrt, falls der Kite ohne die Station nicht selbst landen würde.',
    instructions: 'Verlangte Werte setzen: kitestring doctor mit der Adresse des Luftfahrzeugs kann sie schreiben.',
  },
  HIGH_WIND: {
    message: 'Windlast hoch: {measure} {value} {unit}, Grenze {limit} {unit}.',
    reaction: 'Jetzt: {level}. Endet nach einer Minute ruhigeren Winds oder am Boden.',
    instructions: 'Landen oder niedrig bleiben, bis der Wind nachlässt.',
  },
  WIND_TOO_STRONG_FOR_TAKEOFF: {
    message: 'Zu viel Wind für den Start: {wind_speed} m/s, Grenze {limit} m/s.',
    reaction: 'Start gesperrt, bis der Wind 10 s lang unter der Grenze war.',
    instructions: 'Warten, bis der Wind nachlässt.',
  },
  GEOFENCE_CROSSED: {
    message: 'Geofence verletzt: {zones}.',
    reaction: 'Die Station warnt nur: sie steuert und landet deshalb nicht.',
    instructions: 'Kite absenken oder landen.',
  },
  ALTITUDE_SOFT_MAX_REACHED: {
    message: 'Kite am Höhenlimit ({altitude_soft_max} m).',
    reaction: 'Der Kite steigt nicht weiter.',
    instructions: 'Höhenlimit anheben, um höher zu fliegen.',
  },
  TETHER_TWIST_WARNING: {
    message: 'Kabel um {turns} Umdrehungen verdreht; Grenze {limit}.',
    reaction: 'Noch keine. An der Grenze werden weitere Drehungen in diese Richtung abgelehnt.',
    instructions: 'In die Gegenrichtung drehen.',
  },
  TETHER_TWIST_CRITICAL: {
    message: 'Grenze der Kabelverdrehung erreicht: {turns} von {limit} Umdrehungen.',
    reaction: 'Weitere Drehungen in diese Richtung werden abgelehnt; Drehungen in die Gegenrichtung sind möglich.',
    instructions: 'In die Gegenrichtung drehen.',
  },
  TETHER_DAMAGED: {
    message: 'Kabel beschädigt.',
    reaction: `${EMERGENCY} ${NO_TAKE_OFF}`,
    instructions: `${CLEAR} Nicht fliegen, bevor das Kabel ersetzt ist.`,
  },
  SAFETY_LANDING: {
    message: 'Notlandung: {reason}.',
    reaction: 'Der Kite landet sofort mit doppelter Sinkrate. Das kann nicht abgebrochen werden.',
    instructions: `${CLEAR} Vor dem nächsten Flug die Ursache finden.`,
  },
  SAFETY_DESCENT: {
    message: 'Sinkflug auf {altitude} m: {reason}.',
    reaction: 'Der Kite sinkt auf die sichere Höhe und bleibt höchstens dort, bis die Ursache behoben ist.',
    instructions: 'Warten oder landen.',
  },
  ORDERED_LANDING: {
    message: 'Automatische Landung: {reason}.',
    reaction: 'Der Kite landet mit normaler Sinkrate. Das kann nicht abgebrochen werden, solange die Ursache besteht.',
    instructions: CLEAR,
  },
  LANDING_PENDING: {
    message: 'Landung steht aus: keine Daten vom Kite.',
    reaction: 'Der Kite landet, sobald er sich meldet, innerhalb von 10 Minuten.',
    instructions: 'Landebereich räumen. Die Landung zurückziehen, wenn der Kite in der Luft bleiben muss.',
  },
  LANDING_NOT_SENT: {
    message: 'Befohlene Landung nicht gesendet: 10 Minuten keine Daten vom Kite.',
    reaction: 'Der Befehl ist abgelaufen. Der Kite folgt seiner eigenen Notfallprozedur.',
    instructions: 'Die Landung neu befehlen oder den Kite suchen.',
  },
  CAMERA_OFFLINE: {
    message: 'Kamera antwortet nicht.',
    reaction: 'Kamerabefehle werden abgelehnt. Der Flug wird fortgesetzt.',
    instructions: 'Landen und prüfen, ob die Nutzlast angebracht ist und ihre Kontakte sauber sind.',
  },
  STREAM_LOST: {
    message: 'Videostream {stream_id} verloren.',
    reaction: 'Die Station versucht weiter, ihn neu zu starten. Der Flug wird fortgesetzt.',
    instructions: 'Einige Sekunden warten. Besteht das Problem weiter, landen und die Kamera neu starten.',
  },
  VIDEO_DOWN: {
    message: 'Kein Livebild.',
    reaction: 'Die Station versucht weiter, es neu zu starten. Der Flug wird fortgesetzt.',
    instructions: 'Einige Sekunden warten. Besteht das Problem weiter, die Bodenstation neu starten.',
  },
  STORAGE_LOW: {
    message: 'Wenig Speicherplatz für Aufnahmen ({available_space} GiB frei).',
    reaction: 'Eine laufende Aufnahme wird fortgesetzt, bis der Speicher voll ist. Unter 1 GiB beginnt keine neue.',
    instructions: 'Nicht mehr benötigte Aufnahmen löschen.',
  },
  STORAGE_FULL: {
    message: 'Speicher für Aufnahmen voll.',
    reaction: 'Eine laufende Aufnahme wird beendet und gesichert; keine neue beginnt.',
    instructions: 'Aufnahmen löschen.',
  },
  STORE_INCOMPLETE: {
    message: 'Datenbank der Station unvollständig: {reason}.',
    reaction: 'Die Station arbeitet mit dem, was übrig ist. Ein beschädigtes Log bleibt neben der Datenbank liegen.',
    instructions:
      'Konten, API-Schlüssel und Orte prüfen, die vor dem letzten Ende geändert wurden. Datenträger prüfen lassen. Eine Datenbank nur mit ihrem Log kopieren.',
  },
  RECORDING_REMOVED: {
    message: 'Aufnahme {recording_id} gelöscht, um Platz zu schaffen.',
    reaction: 'Bei wenig Speicher werden die ältesten Aufnahmen ohne Lesezeichen gelöscht.',
    instructions: 'Aufnahmen, die bleiben müssen, mit Lesezeichen versehen.',
  },
  SNAPSHOT_REMOVED: {
    message: 'Foto {snapshot_id} gelöscht, um Platz zu schaffen.',
    reaction: 'Ist der Platz für Fotos verbraucht, werden die ältesten Fotos ohne Lesezeichen gelöscht.',
    instructions: 'Fotos, die bleiben müssen, mit Lesezeichen versehen.',
  },
  FLIGHT_LOG_REMOVED: {
    message: 'Flugprotokoll {flight_id} gelöscht, um Platz zu schaffen.',
    reaction: 'Ist der Platz für Flugprotokolle verbraucht, werden die ältesten Flugprotokolle gelöscht.',
    instructions: 'Flugprotokolle, die bleiben müssen, herunterladen oder die Grenzen erhöhen.',
  },
  RECORDING_FAILED: {
    message: 'Aufnahme {recording_id} abgebrochen: {reason}.',
    reaction: 'Der aufgenommene Teil bleibt erhalten.',
    instructions: 'Neue Aufnahme starten. Tritt es erneut auf, den Speicher prüfen.',
  },
  LIDS_STUCK: {
    message: 'Deckel der Dachbox blockiert.',
    reaction:
      'Start gesperrt. Ein Landebefehl wird abgelehnt, solange die Deckel nicht offen sind, außer die Einstellungen erlauben es; eine Notlandung nie.',
    instructions: 'Schnee, Eis oder Gegenstände von den Deckeln entfernen, dann einmal per Befehl öffnen.',
  },
  SAFETY_LAND_BUTTON_PRESSED: {
    message: 'Externer Notlandeknopf gedrückt.',
    reaction: 'Im Flug automatische Notlandung. Start gesperrt, solange der Knopf gedrückt ist.',
    instructions: `${CLEAR} Knopf lösen, wenn wieder sicher geflogen werden kann.`,
  },
  PARKING_BRAKE: {
    message: 'Feststellbremse nicht {required}.',
    reaction: NO_TAKE_OFF,
    instructions: 'Feststellbremse auf {required} stellen.',
  },
  SUPPLY_LOW: {
    message: 'Fahrzeugversorgung der Dachbox schwach ({voltage} V).',
    reaction:
      'Zunächst keine. Nach 5 Minuten geht eine Box mit gelandetem Kite in den Ruhezustand: keine Daten vom Kite, Flugzustand unbekannt.',
    instructions: 'Motor des Fahrzeugs starten oder ein Ladegerät anschließen.',
  },
  ...systemNotificationTexts,
};
