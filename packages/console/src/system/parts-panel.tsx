import { Fact, FactList } from '../kit/fact-list.tsx';
import { Panel } from '../kit/panel.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import { useSystemInfo } from './use-system-info.ts';

/** Names, models and boards. */
export function PartsPanel() {
  const { parts: words } = useWords().system;
  const { trouble, value: info } = useSystemInfo();
  const { value: flight } = useReading((client) => client.flight.getFlightInfo());
  const hours = flight?.total_kite_flight_hours;
  return (
    <Panel title={words.title}>
      <Trouble text={trouble} />
      <FactList>
        <Fact name={words.model} value={info?.model} />
        <Fact name={words.installation} value={info && words.installations[info.installation]} />
        <Fact name={words.station} value={info?.gs_name} />
        <Fact name={words.address} value={info?.gs_mac} />
        <Fact name={words.kite} value={info?.kite_name} />
        {info?.rtb_name !== undefined && <Fact name={words.rooftopBox} value={info.rtb_name} />}
        <Fact
          name={words.propellers}
          value={info?.propeller_model === undefined ? undefined : words.propellerModels[info.propeller_model]}
        />
        {info?.boards.map(({ board, id }) => (
          <Fact key={`${board} ${id}`} name={words.board(board)} value={id} />
        ))}
        <Fact name={words.timeZone} value={info && `${info.timezone} (${info.timezone_offset})`} />
        <Fact name={words.flightHours} value={hours === undefined ? undefined : words.hours(hours)} />
      </FactList>
    </Panel>
  );
}
