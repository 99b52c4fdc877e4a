import { fault, type StationTexts } from '../station-texts.ts';

/** Faults of the simulator in German. */
export const faultTexts: StationTexts['faults'] = {
  gps_loss: fault(
    'GPS-Ausfall',
    'Die Empfänger sehen keine Satelliten, oder zu wenige für eine genaue Position.',
    'Keine Position; eine Warnung; über 25 m sinkt der Kite darunter und hält seine Position nach dem Winkel des Kabels.',
  ),
  gps_multipath: fault(
    'GPS-Mehrwegefehler',
    'Mehrwegeempfang: Die GPS-Position des Kite springt.',
    'GPS-Position und Kabelwinkel widersprechen sich: Sensoren widersprüchlich; der Kite fliegt nach dem Kabel. Bei starkem Wind ist das Kabel zu ungenau, um 5 m zu erkennen.',
  ),
  gps_corrections_lost: fault(
    'GPS-Korrekturen ausgefallen',
    'Die Korrekturen der Referenzstation fallen aus.',
    'Die Position bleibt 15 s auf Zentimeter und 60 s auf Dezimeter genau, danach so genau wie ohne Korrekturen. Nur mit RTK möglich (`rtk.isUsed`).',
  ),
  magnetic_disturbance: fault(
    'Magnetische Störung',
    'Eine magnetische Störung durch das Fahrzeug unter dem Kite oder, an anderem Ort, durch eine Stahlkonstruktion. Ihr Feld nimmt mit der dritten Potenz des Abstands ab.',
    'Nahe der Quelle keine Ausrichtung angezeigt; eine Warnung; der Kite hält sie mit den Kreiseln. In der Voreinstellung, einem Fahrzeug, bis etwa 2 m Höhe.',
  ),
  motor_magnetic_field: fault(
    'Magnetfeld der Motoren',
    'Eine Stromleitung der Motoren liegt nahe am Magnetometer: ein Feld in Richtung der Nase, das mit der Motorleistung wächst.',
    'Der Fehler der Ausrichtung wächst mit dem Schub; über 15° wird sie nicht angezeigt, eine Warnung; der Kite hält sie mit den Kreiseln.',
  ),
  motor_failure: fault(
    'Motorausfall',
    'Ein Motor fällt aus; der gegenüberliegende wird mit abgeschaltet, die Drehung des Kite nicht mehr geregelt.',
    'Motorausfall; Notlandung mit den übrigen Motoren.',
  ),
  motor_degraded: fault(
    'Motor mit zu wenig Schub',
    'Ein Motor gibt weniger Schub als verlangt.',
    'Eine Warnung; mehr Leistung und Wärme; Start gesperrt.',
  ),
  main_power_loss: fault(
    'Netzstromausfall',
    'Der Netzstrom der Bodenstation fällt aus.',
    'Eingangsspannung 0; die Notstromakkus versorgen Kite und Winde; Notlandung.',
  ),
  tether_voltage_loss: fault(
    'Stromleitung im Kabel unterbrochen',
    'Die Stromleitung im Kabel ist unterbrochen, oder ein schlechter Kontakt erhöht ihren Widerstand.',
    'Die Spannung am Kite sinkt, sein Notstromakku übernimmt: Kabel beschädigt; Notlandung.',
  ),
  tether_cut: fault(
    'Kabel durchtrennt',
    'Das Kabel ist durchtrennt. Der Kite fliegt mit seinem Akku, ohne Datenverbindung, und trägt den Rest des Kabels.',
    'Kabelzug 0, keine Daten: Kabel beschädigt; mit GPS landet der Kite unter seiner Position, sonst treibt er ab; danach `Unknown`.',
  ),
  tether_damage: fault(
    'Kabel beschädigt',
    'Das Kabel ist aufgescheuert: weniger fest, und unter Last ist die Stromleitung zeitweise unterbrochen.',
    'Kabel beschädigt; es reißt, wenn der Zug seine verbliebene Festigkeit übersteigt.',
  ),
  spool_stuck: fault(
    'Kabeltrommel blockiert',
    'Die Kabeltrommel ist blockiert.',
    'Die Kabellänge ändert sich nicht; beim Steigen wächst der Zug, beim Sinken hängt das Kabel durch: Kabeltrommel blockiert; Notlandung.',
  ),
  force_sensor: fault(
    'Sensor des Kabelzugs defekt',
    'Der Sensor für Zug und Winkel am Fuß des Kabels fällt aus.',
    'Störung des Kabelzug-Sensors; die Zugregelung läuft mit einem Modell weiter.',
  ),
  barometer: fault(
    'Barometer defekt',
    'Das Barometer des Kite fällt aus.',
    'Höhe und Kabellänge widersprechen sich: Sensor ausgefallen; Notlandung nach der Kabellänge.',
  ),
  overheating: fault(
    'Überhitzung',
    'Motoren und Wandler werden schlecht gekühlt: verstopfte Lüftung oder pralle Sonne.',
    'Die Temperaturen steigen: eine Warnung, dann Notlandung.',
  ),
  wind_gust: fault(
    'Windböe',
    'Eine Böe mit dem Verlauf 1 - cos.',
    'Neigung, Abdrift und Kabelwinkel nehmen zu; hält sie an, reagiert die Station auf den Wind.',
  ),
  wind_change: fault(
    'Anderer Wind',
    'Ein anderer Wind für die Dauer der Störung.',
    'Die Reaktionen auf Wind: warnen, sinken, landen, Notlandung.',
  ),
  passing_lorry: fault(
    'Vorbeifahrender Lastwagen',
    'Ein Lastwagen fährt an der Bodenstation vorbei: Bugwelle und Sog.',
    'Eine Böe längs der Straße, in voller Stärke bis 6 m und über 10 m nicht mehr: betrifft Start und Landung.',
  ),
  battery_temperature: fault(
    'Akkutemperatur',
    'Ein Notstromakku ist zu kalt oder zu heiß.',
    'Eine Meldung; Start gesperrt.',
  ),
  battery_voltage: fault(
    'Akkuzelle schwach',
    'Eine Zelle eines Notstromakkus ist schwach.',
    'Spannung zu tief für die Ladung: eine Meldung; Start gesperrt, und im Flug landet die Station den Kite.',
  ),
  battery_charge: fault(
    'Akkuanzeige steht still',
    'Die Ladeanzeige eines Notstromakkus meldet immer denselben Wert.',
    'Unter der Grenze: eine Meldung; Start gesperrt.',
  ),
  lids_stuck: fault(
    'Deckel blockiert',
    'Die Deckel der Dachbox sind in ihrer Stellung blockiert.',
    'Sie erreichen ihre Endstellung nicht rechtzeitig: Deckel blockiert; Start gesperrt. Nur mit Dachbox möglich.',
  ),
  supply_low: fault(
    'Versorgungsspannung tief',
    'Die Versorgungsspannung vom Fahrzeug zur Dachbox ist tief.',
    'Eine Meldung; nach 5 Minuten unter 12.4 V schläft eine Box mit gelandetem Kite. Nur mit Dachbox möglich.',
  ),
  system_moving: fault(
    'Bodenstation bewegt sich',
    'Die Bodenstation bewegt sich, etwa auf einem anfahrenden Fahrzeug.',
    'Eine Warnung; Start gesperrt; ein fliegender Kite folgt seinem Kabel.',
  ),
  kite_data_missing: fault(
    'Keine Daten vom Kite',
    'Vom Kite kommen keine Daten mehr.',
    'Letzte Daten, nach 2 s `Unknown`; nach 5 s macht der Kite von sich aus eine Notlandung.',
  ),
  kite_detection: fault(
    'Kite in der Halterung nicht erkannt',
    'Der Schalter der Halterung erkennt den Kite nicht.',
    'Kite nicht erkannt; Start gesperrt.',
  ),
  secondary_autopilot: fault(
    'Zweiter Autopilot ausgefallen',
    'Der zweite Autopilot besteht seinen Selbsttest nicht.',
    'Eine Meldung; Start gesperrt.',
  ),
  remote_id: fault(
    'Remote ID ausgefallen',
    'Der Sender der Remote ID besteht seinen Selbsttest nicht.',
    'Remote ID `FAILED`; Start gesperrt.',
  ),
  ground_station_reboot: fault(
    'Neustart der Bodenstation',
    'Der Computer der Bodenstation startet neu; er ist für die Dauer der Störung weg (ohne Angabe 10 s).',
    'Die API antwortet nicht; der Kite fliegt weiter; gespeicherte Daten bleiben.',
  ),
  link_degraded: fault(
    'Datenverbindung gestört',
    'Verzögerung und Paketverlust auf der Datenverbindung zwischen Bodenstation und Kite.',
    'Befehle und Daten kommen spät oder gar nicht; ohne Antwort während 5 s macht der Kite von sich aus eine Notlandung: wenn alle Pakete verloren gehen oder eine Antwort länger braucht.',
  ),
  camera_offline: fault(
    'Kamera aus',
    'Die Kamera ist aus.',
    'Eine Meldung; Zustände mit den letzten Daten und `Offline`; Befehle werden abgelehnt.',
  ),
  payload_swap: fault(
    'Kamera gewechselt',
    'Die Kamera wird gegen eine andere getauscht; am Ende der Störung ist die vorherige zurück.',
    'Modell, Streams und Grenzen ändern sich.',
  ),
  stream_lost: fault(
    'Kein Bild von der Kamera',
    'Ein Videostream liefert keine Bilder.',
    'Eine Meldung. Nur auf einer Station mit Video möglich.',
  ),
  storage_full: fault(
    'Speicher voll',
    'Für Aufnahmen ist kein Platz mehr.',
    'Eine Meldung; eine Aufnahme endet, und keine beginnt. Nur auf einer Station mit Recorder möglich.',
  ),
};
