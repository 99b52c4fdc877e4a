import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { type LatLon, placeFrom } from '@kitestring/station-contract/place/geo.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import type { LabelledPicture } from '@kitestring/video-process/dataset';

/** COCO numbers its categories from 1. */
const CATEGORIES = ['person', 'vehicle', 'fire', 'smoke'] as const;
const LICENCE = { id: 1, name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' };
/** 1 cm. */
const DEGREE_DECIMALS = 7;

interface PictureFacts {
  readonly file: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Station time, microseconds since 1970. */
  readonly timeUs: number;
  readonly zoom: number;
  readonly origin: LatLon;
}

/** Labels of one kind of pictures, in the format of COCO: boxes without outlines. */
export class CocoLabels {
  readonly #images: object[] = [];
  readonly #annotations: object[] = [];
  readonly #title: string;

  constructor(title: string) {
    this.#title = title;
  }

  get annotations(): number {
    return this.#annotations.length;
  }

  add({ file, heightPx, origin, timeUs, widthPx, zoom }: PictureFacts, { objects }: LabelledPicture): void {
    const imageId = this.#images.length + 1;
    const time = formatTimestamp(timeUs);
    this.#images.push({
      id: imageId,
      file_name: file,
      width: widthPx,
      height: heightPx,
      license: LICENCE.id,
      date_captured: time,
      zoom,
    });
    for (const { areaPx, box, hottestC, kind, place, ...object } of objects) {
      const { latDeg, lonDeg } = placeFrom(origin, place);
      this.#annotations.push({
        id: this.#annotations.length + 1,
        image_id: imageId,
        category_id: CATEGORIES.indexOf(kind) + 1,
        bbox: [box.x, box.y, box.width, box.height].map((value) => roundTo(value, 2)),
        area: areaPx,
        segmentation: [],
        iscrowd: 0,
        object_id: object.id,
        visible_share: roundTo(object.visibleShare, 3),
        truncated: object.isTruncated,
        distance_m: roundTo(object.distanceM, 2),
        latitude: roundTo(latDeg, DEGREE_DECIMALS),
        longitude: roundTo(lonDeg, DEGREE_DECIMALS),
        speed_mps: roundTo(object.speedMps, 2),
        ...(hottestC !== undefined && { temperature_c: roundTo(hottestC, 1) }),
      });
    }
  }

  /** @param startUs station time at the start: the date of the data set, so that equal flags give equal files */
  text(startUs: number): string {
    const date = formatTimestamp(startUs);
    const info = {
      description: this.#title,
      version: '1',
      year: Number(date.slice(0, 4)),
      contributor: 'kitestring dataset',
      url: '',
      date_created: date,
    };
    const categories = CATEGORIES.map((name, index) => ({ id: index + 1, name, supercategory: 'scene' }));
    const labels = { info, licenses: [LICENCE], categories, images: this.#images, annotations: this.#annotations };
    return `${JSON.stringify(labels)}\n`;
  }
}
