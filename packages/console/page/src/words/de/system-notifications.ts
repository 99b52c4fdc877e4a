import { type StationTexts, texts } from '../station-texts.ts';

const remoteId = (message: string, instructions: string) =>
  texts(`Remote ID: ${message}`, 'Start gesperrt. Ein laufender Flug wird fortgesetzt.', instructions);

/** Notifications of Remote ID, network, access and fleet in German. */
export const systemNotificationTexts = {
  REMOTE_ID_UNKNOWN_REGULATORY_MODE: remoteId(
    'Betriebsart nach Vorschrift unbekannt.',
    'Betriebsart nach Vorschrift für diese Anlage einstellen.',
  ),
  REMOTE_ID_HARDWARE_VARIANT_UNSUITABLE: remoteId(
    'Gerät eignet sich nicht für die Betriebsart.',
    'Nur fliegen, wo diese Betriebsart nicht gilt, oder den Sender ersetzen lassen.',
  ),
  REMOTE_ID_TX_FAILED: remoteId(
    'Sender ausgefallen.',
    'Landen und das System neu starten. Besteht das Problem weiter, den Sender prüfen lassen.',
  ),
  REMOTE_ID_TX_WRONG_WIFI_REGION: remoteId('falsche Funkregion.', 'Funkregion auf das Einsatzland stellen.'),
  REMOTE_ID_TX_WRONG_TRANSMISSION_POWER: remoteId(
    'falsche Sendeleistung.',
    'Antenne prüfen, dann das System neu starten.',
  ),
  REMOTE_ID_TX_NOT_TRANSMITTING: remoteId('sendet nicht.', 'Landen und das System neu starten.'),
  REMOTE_ID_TX_TRANSMITTING: remoteId(
    'sendet, obwohl abgeschaltet.',
    'System neu starten und die Betriebsart nach Vorschrift prüfen.',
  ),
  REMOTE_ID_TX_STALE: remoteId(
    'kein Status vom Sender.',
    'Einige Sekunden warten. Besteht das Problem weiter, das System neu starten.',
  ),
  REMOTE_ID_FW_INCOMPATIBLE: remoteId('Firmware des Senders passt nicht.', 'System aktualisieren.'),
  REMOTE_ID_NO_OPERATOR: remoteId(
    'keine Angaben zur Bedienperson.',
    'Steuerung mit der Betriebsart US_REMOTE_ID_STANDARD anfordern und die Anforderung im Flug erneuern.',
  ),
  REMOTE_ID_DATA_STALE: remoteId('Positionsdaten veraltet.', 'GPS der Bodenstation und des Kite prüfen.'),
  REMOTE_ID_DATA_INACCURATE: {
    message: 'Remote ID: Positionsdaten ungenau.',
    reaction: 'Keine. Fliegen ist erlaubt.',
    instructions: 'Bodenstation mit freier Sicht zum Himmel aufstellen.',
  },
  NETWORK_OVERLAP: {
    message:
      'Netzwerkkonflikt: Das Netz von {interface} ({address}) überschneidet sich mit dem des Systems, 192.168.2.0/24.',
    reaction: 'Keine. Geräte des Systems sind eventuell nicht erreichbar.',
    instructions: 'Kundennetz auf Adressen außerhalb von 192.168.2.0/24 legen oder die Netzwerkart Bridged verwenden.',
  },
  CERTIFICATE_EXPIRES: {
    message: 'TLS-Zertifikat läuft ab: {expires}.',
    reaction: 'Ein selbst signiertes Zertifikat wird automatisch erneuert, eines aus einer Datei nicht.',
    instructions: 'Zertifikatsdatei ersetzen; ein Neustart ist nicht nötig.',
  },
  PLUGIN_ERROR: {
    message: 'Das Plugin {plugin_name} meldet einen Fehler: {text}',
    reaction: 'Keine.',
    instructions: 'Siehe die Dokumentation dieses Programms.',
  },
  TOO_MANY_WRONG_KEYS: {
    message: 'Zu viele falsche Anmeldungen von {address}.',
    reaction: 'Anmeldungen und Videozugriffe von dieser Adresse werden zunehmend verzögert.',
    instructions:
      'Ist es ein eigenes Programm, dessen Schlüssel oder Passwort berichtigen. Sonst das Netzwerk auf Eindringlinge prüfen.',
  },
  DISABLED_PLUGIN_REQUESTED_TOKEN: {
    message: 'Das Plugin {plugin_name} fordert Zugang an, ist aber deaktiviert.',
    reaction: 'Es erhält kein Token.',
    instructions: 'Aktivieren, um Zugang zu geben.',
  },
  FIRST_KEY_IN_FILE: {
    message:
      'Der erste API-Schlüssel, der alle Rechte hat, liegt noch in seiner Datei auf einer Station, die aus dem Netzwerk erreichbar ist.',
    reaction: 'Keine.',
    instructions:
      'Jedem Programm einen eigenen Schlüssel mit nur den nötigen Rechten geben, den ersten sicher aufbewahren und die Datei api-key im Datenordner löschen.',
  },
  HUB_NOT_CONNECTED: {
    message: 'Hub nicht verbunden: {reason}.',
    reaction:
      'Keine; der Flug ist nicht betroffen. Ereignisse werden auf der Station aufgezeichnet und später gesendet.',
    instructions: 'Netzwerk, Adresse hub.url und Anmeldung der Station am Hub prüfen.',
  },
  HUB_JOURNAL_UNUSABLE: {
    message: 'Aufzeichnungen für den Hub nicht beschreibbar: {reason}.',
    reaction:
      'Keine; der Flug ist nicht betroffen. Messwerte werden nicht aufgezeichnet; Ereignisse bleiben im Arbeitsspeicher, höchstens 1000.',
    instructions:
      'Speicherplatz auf der Station freigeben oder den Datenträger prüfen lassen. Die Station versucht es weiter.',
  },
  HUB_CLOCK_DIFFERS: {
    message: 'Uhr der Station weicht vom Hub ab: {difference} s.',
    reaction: 'Keine; der Flug ist nicht betroffen. Aufzeichnungen tragen die Zeit der Station.',
    instructions: 'Uhr der Station stellen oder die Zeitquelle von Station und Hub prüfen lassen.',
  },
} satisfies Partial<StationTexts['notifications']>;
