/** Query of an RTSP address whose description has the track of ONVIF metadata beside the pictures. */
export const METADATA_QUERY = 'metadata=onvif';
