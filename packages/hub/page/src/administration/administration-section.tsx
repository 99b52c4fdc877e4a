import { classNames } from '@kitestring/console-ui/class-names.ts';
import { listGroups, listRoles } from '@kitestring/hub-contract/fleet/group-operations.ts';
import {
  listFleetEnrolments,
  listFleetKeys,
  readFleetAudit,
  revokeFleetStation,
} from '@kitestring/hub-contract/fleet/operations.ts';
import { listUploadPolicies } from '@kitestring/hub-contract/fleet/policies.ts';
import { endSignIn, listSignIns } from '@kitestring/hub-contract/fleet/sign-ins.ts';
import { listFleetWebhooks } from '@kitestring/hub-contract/fleet/webhooks.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import { type ComponentType, useEffect, useRef } from 'react';
import { useHub } from '../fleet-context.tsx';
import { useTimestampText } from '../preferences/preferences.tsx';
import { mayCall } from '../session/rights.ts';
import { addressOfView, usePlace } from '../shell/route.ts';
import { useHubReading } from '../stations/use-hub-reading.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './administration.module.css';
import { AuditLog } from './audit-log.tsx';
import { Groups } from './groups.tsx';
import { Invitations } from './invitations.tsx';
import { Keys } from './keys.tsx';
import { Listing, Row } from './listing.tsx';
import { People } from './people.tsx';
import { RemoveButton } from './remove-button.tsx';
import { StationMembers } from './station-members.tsx';
import { Uploads } from './uploads.tsx';
import { Webhooks } from './webhooks.tsx';

/** Views of the administration, in order. */
const TABS = [
  'invitations',
  'stations',
  'groups',
  'uploads',
  'keys',
  'people',
  'signIns',
  'webhooks',
  'audit',
] as const;
type Tab = (typeof TABS)[number];

/** A view is shown to roles that may call this operation. */
const OPERATION_OF_TAB: Readonly<Record<Tab, Operation>> = {
  invitations: listFleetEnrolments,
  stations: revokeFleetStation,
  groups: listGroups,
  uploads: listUploadPolicies,
  keys: listFleetKeys,
  people: listRoles,
  signIns: listSignIns,
  webhooks: listFleetWebhooks,
  audit: readFleetAudit,
};

const VIEWS: Readonly<Record<Tab, ComponentType>> = {
  invitations: Invitations,
  stations: StationMembers,
  groups: Groups,
  uploads: Uploads,
  keys: Keys,
  people: People,
  signIns: SignIns,
  webhooks: Webhooks,
  audit: AuditLog,
};

/** Members of the fleet, roles and the audit log; only views that the role may use are shown. */
export function AdministrationSection() {
  const { administration: texts, shell } = useWords();
  const { signedIn } = useHub();
  const { view } = usePlace();
  const tabs = TABS.filter((tab) => mayCall(signedIn, OPERATION_OF_TAB[tab]));
  const open = tabs.find((tab) => tab === view) ?? tabs[0];
  const bar = useRef<HTMLElement>(null);
  // On a phone the bar is longer than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another one is opened
  useEffect(
    () => bar.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' }),
    [open],
  );
  if (open === undefined) return null;
  const View = VIEWS[open];
  return (
    <div className={styles.section}>
      <h2 className="hidden-visually">{shell.names.administration}</h2>
      <nav ref={bar} className={styles.tabs} aria-label={texts.views}>
        {tabs.map((tab) => (
          <a
            key={tab}
            href={addressOfView('administration', tab)}
            className={classNames(styles.tab, tab === open && styles.open)}
            aria-current={tab === open ? 'page' : undefined}
          >
            {texts.tabs[tab]}
          </a>
        ))}
      </nav>
      <div className={styles.view}>
        <View key={open} />
      </div>
    </div>
  );
}

/** Browsers that are signed in. */
function SignIns() {
  const { signIns: texts } = useWords().administration;
  const { session } = useHub();
  const time = useTimestampText();
  const { fault, refresh, value } = useHubReading(listSignIns, { everyMs: 10_000 });
  return (
    <Listing texts={texts} items={value?.sign_ins} fault={fault}>
      {({ id, is_own, kind, name, opened, used }) => (
        <Row
          key={id}
          title={name}
          {...(is_own && { badge: { text: texts.own, tone: 'good' as const } })}
          facts={[texts.kinds[kind], texts.opened(time(opened)), texts.used(time(used))]}
        >
          <RemoveButton
            action={texts.end}
            name={`${texts.end}: ${name}`}
            title={texts.endTitle(name)}
            onRemove={() => session.call(endSignIn, { params: { id } })}
            onDone={refresh}
          >
            {texts.endText}
          </RemoveButton>
        </Row>
      )}
    </Listing>
  );
}
