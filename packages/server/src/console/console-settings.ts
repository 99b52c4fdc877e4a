/** The operator's page. */
export interface ConsoleSettings {
  readonly isOn: boolean;
  /** Tiles of a map behind the view from above: an address with `{z}`, `{x}` and `{y}`. */
  readonly mapTilesUrl?: string;
  /** Whom to thank for the map. */
  readonly mapAttribution: string;
}

export const DEFAULT_CONSOLE_SETTINGS: ConsoleSettings = { isOn: true, mapAttribution: '' };
