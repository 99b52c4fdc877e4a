export { DatasetCamera, type LabelledPicture } from './dataset-camera.ts';
