/*
 * Components of the codec binary. npm shows `@seydx/node-av-*` as MIT, which is true only of the code that binds it to
 * Node: the rest is Jellyfin's build of FFmpeg, linked into one file. Source: the configure line in the binary (a test
 * compares), and the licences that the projects state.
 */

interface BinaryPart {
  readonly name: string;
  /** SPDX expression; `LicenseRef-` where SPDX has none. */
  readonly licence: string;
  readonly source: string;
  /** Version stated in the binary; absent if it states none. A test looks for `mark` in it. */
  readonly found?: FoundVersion;
}

interface FoundVersion {
  readonly version: string;
  /** Text of the binary that names the version. */
  readonly mark: string;
}

/** Packages whose binary it is. */
export const CODEC_PACKAGE = /^@seydx\/node-av-/;

/** The terms of the file as a whole, as its parts and its configure line (`--enable-gpl --enable-version3`) make them. */
export const CODEC_LICENCE = 'GPL-3.0-or-later AND FDK-AAC';

export const FFMPEG: BinaryPart = {
  name: 'FFmpeg (Jellyfin’s build)',
  licence: 'GPL-3.0-or-later',
  source: 'https://github.com/jellyfin/jellyfin-ffmpeg',
  found: { version: 'libavcodec 62.36.101', mark: 'Lavc62.36.101' },
};

/** Libraries by the name after `--enable-` in the configure line. */
export const CODEC_PARTS: Readonly<Record<string, BinaryPart>> = {
  amf: part('AMF headers', 'MIT', 'https://github.com/GPUOpen-LibrariesAndSDKs/AMF'),
  chromaprint: part('Chromaprint', 'MIT AND LGPL-2.1-or-later', 'https://github.com/acoustid/chromaprint'),
  ffnvcodec: part('NVIDIA codec headers', 'MIT', 'https://github.com/FFmpeg/nv-codec-headers'),
  fontconfig: part('Fontconfig', 'HPND-sell-variant', 'https://gitlab.freedesktop.org/fontconfig/fontconfig'),
  gmp: part('GMP', 'LGPL-3.0-or-later OR GPL-2.0-or-later', 'https://gmplib.org'),
  iconv: part('libiconv', 'LGPL-2.1-or-later', 'https://www.gnu.org/software/libiconv/'),
  libass: part('libass', 'ISC', 'https://github.com/libass/libass'),
  libbluray: part('libbluray', 'LGPL-2.1-or-later', 'https://code.videolan.org/videolan/libbluray'),
  libdav1d: part('dav1d', 'BSD-2-Clause', 'https://code.videolan.org/videolan/dav1d'),
  libdrm: part('libdrm', 'MIT', 'https://gitlab.freedesktop.org/mesa/drm'),
  'libfdk-aac': part('Fraunhofer FDK AAC', 'FDK-AAC', 'https://github.com/mstorsjo/fdk-aac'),
  libfreetype: part('FreeType', 'FTL OR GPL-2.0-only', 'https://freetype.org'),
  libfribidi: part('FriBidi', 'LGPL-2.1-or-later', 'https://github.com/fribidi/fribidi'),
  libharfbuzz: part('HarfBuzz', 'MIT-Modern-Variant', 'https://github.com/harfbuzz/harfbuzz'),
  libjxl: part('libjxl', 'BSD-3-Clause', 'https://github.com/libjxl/libjxl'),
  libmp3lame: part('LAME', 'LGPL-2.0-or-later', 'https://lame.sourceforge.io', {
    version: '3.101 beta 3',
    mark: 'LAME3.101b3',
  }),
  libopenmpt: part('libopenmpt', 'BSD-3-Clause', 'https://lib.openmpt.org'),
  libopus: part('Opus', 'BSD-3-Clause', 'https://opus-codec.org'),
  libplacebo: part('libplacebo', 'LGPL-2.1-or-later', 'https://code.videolan.org/videolan/libplacebo'),
  libshaderc: part('Shaderc', 'Apache-2.0', 'https://github.com/google/shaderc'),
  libsrt: part('SRT', 'MPL-2.0', 'https://github.com/Haivision/srt'),
  libsvtav1: part('SVT-AV1', 'BSD-3-Clause-Clear', 'https://gitlab.com/AOMediaCodec/SVT-AV1'),
  libtheora: part('Theora', 'BSD-3-Clause', 'https://www.theora.org', {
    version: '1.2.0',
    mark: 'Xiph.Org libtheora 1.2.0',
  }),
  libvorbis: part('Vorbis', 'BSD-3-Clause', 'https://xiph.org/vorbis/', {
    version: '1.3.7',
    mark: 'Xiph.Org libVorbis 1.3.7',
  }),
  libvpl: part('Intel VPL', 'MIT', 'https://github.com/intel/libvpl'),
  libvpx: part('libvpx', 'BSD-3-Clause', 'https://chromium.googlesource.com/webm/libvpx', {
    version: '1.15.2',
    mark: 'WebM Project VP9 Encoder v1.15.2',
  }),
  libwebp: part('libwebp', 'BSD-3-Clause', 'https://chromium.googlesource.com/webm/libwebp'),
  libx264: part('x264', 'GPL-2.0-or-later', 'https://code.videolan.org/videolan/x264'),
  libx265: part('x265', 'GPL-2.0-or-later', 'https://bitbucket.org/multicoreware/x265_git', {
    version: '4.1+54',
    mark: '4.1+54-fa2770934',
  }),
  libxcb: part('libxcb', 'MIT', 'https://gitlab.freedesktop.org/xorg/lib/libxcb'),
  libxml2: part('libxml2', 'MIT', 'https://gitlab.gnome.org/GNOME/libxml2'),
  libzimg: part('zimg', 'WTFPL', 'https://github.com/sekrit-twc/zimg'),
  libzvbi: part('ZVBI', 'LGPL-2.0-or-later', 'https://github.com/zapping-vbi/zvbi'),
  lzma: part('XZ Utils (liblzma)', '0BSD', 'https://tukaani.org/xz/'),
  opencl: part('OpenCL loader', 'Apache-2.0', 'https://github.com/KhronosGroup/OpenCL-ICD-Loader'),
  openssl: part('OpenSSL', 'Apache-2.0', 'https://openssl-library.org', { version: '3.4.3', mark: 'OpenSSL 3.4.3' }),
  vaapi: part('libva', 'MIT', 'https://github.com/intel/libva'),
  vulkan: part('Vulkan loader', 'Apache-2.0', 'https://github.com/KhronosGroup/Vulkan-Loader'),
  whisper: part('whisper.cpp', 'MIT', 'https://github.com/ggml-org/whisper.cpp'),
  zlib: part('zlib', 'Zlib', 'https://zlib.net', { version: '1.3.1.2', mark: 'inflate 1.3.1.2' }),
};

/** Switches of the configure line that are not third-party libraries. */
export const CODEC_SWITCHES = [
  'gpl',
  'version3',
  'lto',
  'indev',
  'cuda',
  'cuda-llvm',
  'cuvid',
  'nvdec',
  'nvenc',
] as const;

function part(name: string, licence: string, source: string, found?: FoundVersion): BinaryPart {
  return { name, licence, source, ...(found !== undefined && { found }) };
}
