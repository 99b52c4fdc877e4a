import { THERMAL_COLOR_PALETTES } from '@kitestring/station-contract/videostreams/thermal-color-palettes.ts';

/** The palette by its number in the list of the API, from 0. */
export const PALETTE = 'THERM_PALETTE';
export const DEFINITION_VERSION = 1;
export const DEFINITION_PATH = 'camera.xml';

/** The settings of the thermal camera, as ground stations read them to show them. */
export const CAMERA_DEFINITION = `<?xml version="1.0" encoding="UTF-8" ?>
<mavlinkcamera>
  <definition version="${DEFINITION_VERSION}">
    <model>Thermal</model>
    <vendor>Kitestring</vendor>
  </definition>
  <parameters>
    <parameter name="${PALETTE}" type="uint8" default="0">
      <description>Palette</description>
      <options>
${THERMAL_COLOR_PALETTES.map((name, value) => `        <option name="${name}" value="${value}" />`).join('\n')}
      </options>
    </parameter>
  </parameters>
</mavlinkcamera>
`;
