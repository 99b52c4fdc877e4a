import { spawnSync } from 'node:child_process';

const NETWORK =
  'ip link set lo up multicast on && ip address add 10.77.0.1/24 dev lo && ip route add 224.0.0.0/4 dev lo src 10.77.0.1';

/** Reasons to leave out tests of multicast and of IPv6. */
export const NO_GROUPS = 'no group can be joined on the loopback interface: ip link set lo up multicast on';
export const NO_VERSION_6 = 'the loopback interface has no ::1: sysctl net.ipv6.conf.lo.disable_ipv6=0';

/** Address of the machine in a network of its own, where multicast reaches the processes in it and no others. */
export const OWN_ADDRESS = '10.77.0.1';

/** Words of a command in such a network. */
export const inOwnNetwork = (...command: readonly string[]): readonly string[] => [
  ...['unshare', '--net', 'sh', '-c', `${NETWORK} && exec "$@"`, 'sh'],
  ...command,
];

/** @returns why there is none, in one line; false if there is */
export function whyNoNetwork(): string | false {
  const [program = '', ...words] = inOwnNetwork('true');
  const { status } = spawnSync(program, words, { stdio: 'ignore', timeout: 20_000 });
  return status === 0 ? false : 'a network of its own needs unshare and ip, and the right to use them';
}
