import { Button } from '@kitestring/console-ui/button.tsx';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { DownloadIcon } from '@kitestring/console-ui/icons.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { FleetAuditEntry } from '@kitestring/hub-contract/fleet/administration.ts';
import { readFleetAudit } from '@kitestring/hub-contract/fleet/operations.ts';
import { useState } from 'react';
import { useHubAction } from '../api/use-hub-action.ts';
import { useFleet, useHub } from '../fleet-context.tsx';
import { useNumberText, usePreferences, useTimestampText } from '../preferences/preferences.tsx';
import { addressOfPlace } from '../shell/route.ts';
import { useHubReading } from '../stations/use-hub-reading.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './administration.module.css';
import { type AuditFilter, auditQuery, EXPORTED_MAX, isRefusal, NO_FILTER, readWholeAudit } from './audit-filter.ts';
import { Listing } from './listing.tsx';
import { PageButtons, useTurnedPages } from './turned-pages.tsx';

const PAGE = 100;

/** Audit log of the hub, newest first. */
export function AuditLog() {
  const { audit: texts } = useWords().administration;
  const { bySid, stations } = useFleet();
  const { isUtc } = usePreferences().preferences;
  const [filter, setFilter] = useState<AuditFilter>(NO_FILTER);
  const pages = useTurnedPages();
  const query = auditQuery(filter, stations, isUtc);
  const { fault, refresh, value } = useHubReading(readFleetAudit, {
    query: { ...query, before: pages.before, limit: PAGE },
  });
  return (
    <>
      <Listing
        texts={texts}
        items={value?.entries}
        fault={fault}
        action={<Export query={query} />}
        filter={
          <Filter
            filter={filter}
            onChange={(change) => {
              setFilter({ ...filter, ...change });
              pages.setTurned([]);
            }}
          />
        }
      >
        {(entry) => <Entry key={entry.n} entry={entry} name={bySid.get(entry.station ?? '')?.name} />}
      </Listing>
      <PageButtons pages={pages} next={value?.next_before}>
        <Button onPress={refresh}>{texts.refresh}</Button>
      </PageButtons>
    </>
  );
}

interface FilterProps {
  readonly filter: AuditFilter;
  readonly onChange: (change: Partial<AuditFilter>) => void;
}

function Filter({ filter, onChange }: FilterProps) {
  const { audit: texts } = useWords().administration;
  return (
    <div className={styles.fields}>
      <TextField label={texts.who} hint={texts.whoHint} value={filter.who} onChange={(who) => onChange({ who })} />
      <TextField
        label={texts.station}
        hint={texts.stationHint}
        value={filter.station}
        onChange={(station) => onChange({ station })}
      />
      <TextField label={texts.from} type="datetime-local" value={filter.from} onChange={(from) => onChange({ from })} />
      <TextField label={texts.to} type="datetime-local" value={filter.to} onChange={(to) => onChange({ to })} />
    </div>
  );
}

function Entry({ entry, name }: { readonly entry: FleetAuditEntry; readonly name: string | undefined }) {
  const time = useTimestampText();
  const { address, key, outcome, person, station, time: at, what, who } = entry;
  const id = key ?? person;
  return (
    <li className={styles.entry} data-refused={isRefusal(outcome) || undefined}>
      <span className="figures">{time(at)}</span>
      <span>
        <strong>{who}</strong>
        {id !== undefined && <span className={classNames('mono small', styles.keyId)}>{id}</span>}
      </span>
      <span className="mono small">{what}</span>
      <span>{station !== undefined && <a href={addressOfPlace('stations', station)}>{name ?? station}</a>}</span>
      <span className="small">
        {outcome}
        {address !== undefined && ` · ${address}`}
      </span>
    </li>
  );
}

/** Saves all entries of the filter as a file, with their hashes. */
function Export({ query }: { readonly query: ReturnType<typeof auditQuery> }) {
  const { audit: texts } = useWords().administration;
  const { session } = useHub();
  const number = useNumberText();
  const action = useHubAction();
  const [isCut, setIsCut] = useState(false);
  const save = () =>
    void action.run(async () => {
      const { entries, isComplete } = await readWholeAudit(session.call, query);
      setIsCut(!isComplete);
      const address = URL.createObjectURL(new Blob([JSON.stringify({ entries })], { type: 'application/json' }));
      const link = document.createElement('a');
      link.href = address;
      link.download = 'audit.json';
      link.click();
      URL.revokeObjectURL(address);
    });
  return (
    <div>
      <Button isPending={action.isBusy} onPress={save}>
        <DownloadIcon /> {texts.export}
      </Button>
      <Trouble text={action.trouble ?? action.atField} />
      {isCut && <p role="status">{texts.cut(number(EXPORTED_MAX))}</p>}
    </div>
  );
}
