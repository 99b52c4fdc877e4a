import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { presigned } from './aws-signature.ts';

describe('a presigned URL', () => {
  // "Authenticating Requests: Using Query Parameters (AWS Signature Version 4)", Amazon S3 API reference.
  it('has the signature of the published example', () => {
    const credentials = {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
    };
    const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt');
    const nowMs = Date.UTC(2013, 4, 24);
    const signed = new URL(presigned(credentials, { method: 'GET', url, expiresS: 86_400, nowMs }));
    assert.equal(
      signed.searchParams.get('X-Amz-Signature'),
      'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });
});
