import type { CommandAction, ExpectedAnswer } from '../scenario.ts';
import { seconds } from './build-scenario.ts';
import { type CommandKey, PLAIN_COMMANDS, type PlainCommand } from './form/command-form.ts';

interface Angles {
  readonly pan_deg?: number;
  readonly tilt_deg?: number;
}

interface ControlArguments {
  readonly operator: string;
  readonly renew?: boolean;
  readonly regulatory_mode?: string;
  readonly lat_deg?: number;
  readonly lon_deg?: number;
}

interface CallArguments {
  readonly operation: string;
  readonly body?: unknown;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Arguments of a command, by its key. */
interface CommandArguments {
  readonly altitude_m: number;
  readonly soft_max_m: number;
  readonly rotate_by: Angles;
  readonly rotate_to: Angles;
  readonly rotate_at: { readonly pan_dps?: number; readonly tilt_dps?: number; readonly duration?: string };
  readonly follow: { readonly lat_deg: number; readonly lon_deg: number; readonly altitude_m?: number };
  readonly request_control: ControlArguments;
  readonly override_control: ControlArguments;
  readonly call: CallArguments;
}

/** A command as written in the file. */
export type CommandText = PlainCommand | Partial<CommandArguments>;

type CommandRequest = Pick<CommandAction, 'operation' | 'body'> & Partial<Pick<CommandAction, 'renews' | 'parameters'>>;

const REQUESTS: { readonly [Key in CommandKey]: (argument: CommandArguments[Key]) => CommandRequest } = {
  altitude_m: (altitude) => ({ operation: 'flight.control.altitude', body: { altitude } }),
  soft_max_m: (altitude) => ({ operation: 'flight.control.altitude_soft_max', body: { altitude } }),
  rotate_by: ({ pan_deg: pan, tilt_deg: tilt }) => ({
    operation: 'camera.control.rotate_by_angle',
    body: { pan, tilt },
  }),
  rotate_to: ({ pan_deg: pan_ned, tilt_deg: tilt_ned }) => ({
    operation: 'camera.control.rotate_to_angle',
    body: { pan_ned, tilt_ned },
  }),
  rotate_at: ({ pan_dps: pan_speed, tilt_dps: tilt_speed, duration = '1 s' }) => ({
    operation: 'camera.control.rotate_with_speed',
    body: { pan_speed, tilt_speed, duration: seconds(duration) },
  }),
  follow: ({ altitude_m: altitude, lat_deg: latitude, lon_deg: longitude }) => ({
    operation: 'station.camera_follow.start',
    body: { point: { latitude, longitude, altitude } },
  }),
  request_control: (argument) => control('handoff.control.request', argument),
  override_control: (argument) => control('handoff.control.override', argument),
  call: ({ operation, body, parameters = {} }) => ({ operation, body, parameters }),
};

const control = (
  operation: string,
  { operator, renew = true, regulatory_mode, lat_deg, lon_deg }: ControlArguments,
): CommandRequest => ({
  operation,
  body: { operator_name: operator, regulatory_mode, operator_gps_lat: lat_deg, operator_gps_lon: lon_deg },
  renews: renew,
});

/** The request of a command. */
export function buildCommand(text: CommandText, client: string, expected: ExpectedAnswer): CommandAction {
  return { kind: 'command', client, expected, renews: false, parameters: {}, ...requestOf(text) };
}

function requestOf(text: CommandText): CommandRequest {
  if (typeof text === 'string') return { operation: PLAIN_COMMANDS[text], body: undefined };
  const [[key, argument] = []] = Object.entries(text);
  if (key === undefined) throw new Error('a command has a key, which the check should have seen to');
  // The form check guarantees that the argument matches the key.
  return (REQUESTS[key as CommandKey] as (argument: unknown) => CommandRequest)(argument);
}

/** The command in a few words: `altitude_m 40`. */
export function commandLabel(text: CommandText): string {
  if (typeof text === 'string') return text;
  const [[key, argument] = ['', undefined]] = Object.entries(text);
  if (typeof argument === 'object') {
    const figures = Object.entries(argument).filter(([, value]) => typeof value !== 'object');
    return [key, ...figures.map(([name, value]) => `${name} ${value}`)].join(' ');
  }
  return `${key} ${argument}`;
}
