import { Choice } from '@kitestring/console-ui/choice.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { useMemo, useState } from 'react';
import { useFleet } from '../fleet-context.tsx';
import { useNumberText } from '../preferences/preferences.tsx';
import { FilterButtons } from '../shell/filter-buttons.tsx';
import { usePlace } from '../shell/route.ts';
import { useWords } from '../words/words-context.tsx';
import { FILTERS, type Filter, filterCounts, listed, ORDERS, type Order } from './fleet-view.ts';
import { StationList } from './station-list.tsx';
import styles from './stations-section.module.css';

/** Every station of the fleet, sorted by attention. */
export function StationsSection() {
  const words = useWords();
  const { isLoaded, stations } = useFleet();
  const { section, sid } = usePlace();
  const number = useNumberText();
  const [filter, setFilter] = useState<Filter>('all');
  const [order, setOrder] = useState<Order>('severity');
  const [text, setText] = useState('');
  const counts = useMemo(() => filterCounts(stations), [stations]);
  const shown = useMemo(() => listed(stations, { filter, order, text }), [stations, filter, order, text]);
  const { list } = words;
  return (
    <>
      <div className={styles.tools}>
        <h2 className="hidden-visually">{words.shell.names.stations}</h2>
        <div className={styles.search}>
          <TextField label={list.search} value={text} onChange={setText} type="search" autoComplete="off" />
        </div>
        <FilterButtons
          className={styles.filters}
          label={list.filter}
          ids={FILTERS}
          names={list.filters}
          counts={counts}
          value={filter}
          onChange={setFilter}
        />
        <div className={styles.order}>
          <Choice
            label={list.order}
            options={ORDERS.map((id) => ({ id, name: list.orders[id] }))}
            value={order}
            onChange={setOrder}
          />
        </div>
      </div>
      <p role="status" className="hidden-visually">
        {isLoaded ? list.shown(number(shown.length), number(stations.length)) : words.trouble.loading}
      </p>
      {!isLoaded && <p className="nothing">{words.trouble.loading}</p>}
      {isLoaded && shown.length === 0 && (
        <p className="nothing">{stations.length === 0 ? list.empty : list.noneFits}</p>
      )}
      <StationList stations={shown} section={section} chosen={sid} />
    </>
  );
}
