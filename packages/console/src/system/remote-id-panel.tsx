import { NOTIFICATIONS, remoteIdNotification } from '@kitestring/contract/notifications/notification-dictionary.ts';
import { DRONE_ID_ERROR_CODES, type DroneIdErrorCode } from '@kitestring/contract/system/system-state.ts';
import { classNames } from '@kitestring/kit/class-names.ts';
import { Fact, FactList } from '@kitestring/kit/fact-list.tsx';
import { Panel } from '@kitestring/kit/panel.tsx';
import { useNotifications } from '../notifications/use-notifications.ts';
import { useTopic } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import { useSystemInfo } from './parts-panel.tsx';
import styles from './system-drawer.module.css';

/** Remote ID transmission of this flight, and its errors. */
export function RemoteIdPanel() {
  const { remoteId: words } = useWords().system;
  const { isStale, value } = useTopic('system/state');
  const { value: info } = useSystemInfo();
  const said = value?.drone_id;
  const rule = info?.drone_id?.regulatory_mode;
  const codes = DRONE_ID_ERROR_CODES.filter((code) => said?.error_codes.includes(code));
  return (
    <Panel title={words.title}>
      <FactList>
        <Fact name={words.rule} value={rule && words.rules[rule]} />
        <Fact name={words.serial} value={info?.drone_id?.serial} />
        <Fact name={words.status} value={said && words.statuses[said.status]} isStale={isStale} />
      </FactList>
      {codes.length > 0 && (
        <ul className={classNames('stack', styles.errors)}>
          {codes.map((code) => (
            <ErrorText key={code} code={code} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The station's own words for it, which it has as a notification. */
function ErrorText({ code }: { readonly code: DroneIdErrorCode }) {
  const item = useNotifications().dictionary.get(remoteIdNotificationCode(code));
  return (
    <li>
      <p>{item?.message}</p>
      {item?.instructions !== undefined && <p className="small">{item.instructions}</p>}
      <p className="quiet small mono">{code}</p>
    </li>
  );
}

/** The notification that explains an error of Remote ID. */
const remoteIdNotificationCode = (error: DroneIdErrorCode): number => NOTIFICATIONS[remoteIdNotification(error)].code;
