import type { PluginSession } from '@kitestring/station-contract/admin/plugin-session.ts';
import { ConfirmButton } from '../parts/confirm-command.tsx';
import { Listing, Row } from '../parts/listing.tsx';
import { useTimeText } from '../parts/use-time.ts';
import { useWords } from '../words/words-context.tsx';
import { newestFirst } from './newest-first.ts';
import { useAdministration } from './use-administration.ts';

/** Valid tokens, with a button to revoke them. */
export function SessionList() {
  const { open: texts } = useWords().plugins;
  const { sessions } = useAdministration();
  return (
    <Listing texts={texts} items={newestFirst(sessions ?? [])}>
      {(session) => <Session key={session.id} session={session} />}
    </Listing>
  );
}

function Session({ session }: { readonly session: PluginSession }) {
  const { open: texts } = useWords().plugins;
  const { ending } = texts;
  const timeText = useTimeText();
  const { again } = useAdministration();
  const { created_at, id, is_own, last_used_at, masked_token, name, plugin_name, valid_until } = session;
  const lastUsed = timeText(last_used_at);
  const title = `${plugin_name}, ${name ?? texts.nameless}`;
  const facts = [
    texts.since(timeText(created_at) ?? ''),
    texts.until(timeText(valid_until) ?? ''),
    ...(lastUsed === undefined ? [] : [texts.lastUsed(lastUsed)]),
  ];
  return (
    <Row
      title={
        <>
          {title}
          {is_own && <span className="quiet small"> ({texts.own})</span>}
        </>
      }
      facts={facts}
      note={<p className="quiet small mono">{masked_token}</p>}
    >
      <ConfirmButton
        label={texts.end}
        name={texts.endOf(title)}
        title={ending.title(title)}
        action={ending.action}
        command={({ admin }) => admin.revokeSession({ id })}
        onDone={again}
      >
        <p>{is_own ? ending.own : ending.text}</p>
      </ConfirmButton>
    </Row>
  );
}
