import { GroundPanel } from './ground-panel.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PartsPanel } from './parts-panel.tsx';
import { RemoteIdPanel } from './remote-id-panel.tsx';
import { SoftwarePanel } from './software-panel.tsx';

/** What the system is made of and how it is. */
export function SystemDrawer() {
  return (
    <>
      <GroundPanel />
      <RemoteIdPanel />
      <PartsPanel />
      <SoftwarePanel />
      <OwnSessions />
    </>
  );
}
