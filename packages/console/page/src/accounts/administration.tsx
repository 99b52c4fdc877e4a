import { FaultGuard } from '@kitestring/console-ui/fault-guard.tsx';
import type { ComponentType } from 'react';
import { AuditDrawer } from '../audit/audit-drawer.tsx';
import { PicturesSection } from '../burnt-in/late-burnt-in.tsx';
import { AlertStrip } from '../notifications/alert-strip.tsx';
import { PluginsDrawer } from '../plugins/plugins-drawer.tsx';
import { StaleNotice } from '../shell/layout.tsx';
import { type DeskName, useDesk } from '../shell/route.ts';
import { PageMenu } from '../shell/top-bar.tsx';
import { useScope, useStation } from '../station/station-context.tsx';
import { WatchLinks } from '../watch-links/watch-links.tsx';
import { useAccountWords } from './account-words.ts';
import { AccountsSection } from './accounts-section.tsx';
import styles from './administration.module.css';
import { OwnAccountSection } from './own-account-section.tsx';

const SECTIONS: Readonly<Record<DeskName, ComponentType>> = {
  accounts: AccountsSection,
  plugins: PluginsDrawer,
  links: WatchLinks,
  pictures: PicturesSection,
  audit: AuditDrawer,
  account: OwnAccountSection,
};

/** Accounts, keys, sessions and the audit log, on a separate page without flight controls. Alarms are shown here too, with a link back. */
export function Administration() {
  const texts = useAccountWords();
  const { facts } = useStation();
  const offered = useOffered();
  const wanted = useDesk() ?? 'accounts';
  const Section = wanted === 'account' || offered.includes(wanted) ? SECTIONS[wanted] : Forbidden;
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <img src="./kite.svg" alt="" width="28" height="28" />
        <h1 className={styles.title}>
          {texts.administration} <span className="quiet">{facts.stationName}</span>
        </h1>
        <a className={styles.seat} href="#/">
          {texts.toSeat}
        </a>
        <PageMenu />
      </header>
      <div data-react-aria-top-layer="true" className={styles.alerts}>
        <StaleNotice />
        <AlertStrip />
      </div>
      <nav className={styles.sections} aria-label={texts.sections}>
        {offered.map((name) => (
          <a key={name} href={`#/${name}`} aria-current={name === wanted ? 'page' : undefined}>
            {texts.section[name]}
          </a>
        ))}
      </nav>
      <main className={styles.main} aria-label={texts.section[wanted]}>
        <FaultGuard key={wanted}>
          <Section />
        </FaultGuard>
      </main>
    </div>
  );
}

function useOffered(): readonly DeskName[] {
  const isAdministrator = useScope('internal');
  const { account } = useStation().signedIn;
  return [
    ...(isAdministrator ? (['accounts', 'plugins', 'links', 'pictures', 'audit'] as const) : []),
    ...(account === undefined ? [] : (['account'] as const)),
  ];
}

function Forbidden() {
  const texts = useAccountWords();
  return <p className="quiet">{texts.forbidden}</p>;
}
