import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvCell } from '@kitestring/base/csv-cell.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { exportText } from './notification-history.ts';

const wind: Notification = {
  severity: 'Critical',
  code: 30001,
  message: 'High wind, "13.5 m/s"',
  begin_time: '2026-03-01T09:30:00.000000+00:00',
  end_time: '2026-03-01T09:34:00.000000+00:00',
  parameters: { wind_speed: 13.5 },
};

describe('the export of notifications', () => {
  it('is a table with a line for each, quoted where needed', () => {
    assert.equal(
      exportText([wind], 'csv'),
      'severity,code,message,begin_time,end_time,parameters\r\n' +
        'Critical,30001,"High wind, ""13.5 m/s""",2026-03-01T09:30:00.000000+00:00,2026-03-01T09:34:00.000000+00:00,"{""wind_speed"":13.5}"\r\n',
    );
  });

  it('has no cell that a spreadsheet runs as a formula', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\n=HYPERLINK("http://x")']) {
      assert.match(csvCell(text), /^"?'/, JSON.stringify(text));
    }
    assert.equal(csvCell(-1), '-1');
    assert.equal(csvCell(undefined), '');
    assert.equal(csvCell('<script>alert(1)</script>'), '<script>alert(1)</script>');
  });

  it('is the same list as JSON', () => {
    assert.deepEqual(JSON.parse(exportText([wind], 'json')), [wind]);
  });
});
