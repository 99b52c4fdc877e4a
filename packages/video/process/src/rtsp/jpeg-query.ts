/** Query of an RTSP address whose description has the pictures as JPEG. */
export const JPEG_QUERY = 'video=jpeg';
