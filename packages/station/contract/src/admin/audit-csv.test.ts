import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AuditEntry } from './audit.ts';
import { AUDIT_CSV_HEAD, auditCsvLine } from './audit-csv.ts';
import { AUDIT_ENTRY } from './examples.ts';

describe('the audit log as CSV', () => {
  const entry = AUDIT_ENTRY as AuditEntry;

  it('has every field of an entry', () => {
    assert.equal(AUDIT_CSV_HEAD, `${Object.keys(AuditEntry.properties).join(',')}\r\n`);
    assert.equal(auditCsvLine(entry).split(',').length, AUDIT_CSV_HEAD.split(',').length);
  });

  it('quotes what has commas, quotes and line ends', () => {
    assert.match(auditCsvLine({ ...entry, input: '{"a":"x,\n"}' }), /,"\{""a"":""x,\n""\}",1\r\n$/);
  });

  it('lets no spreadsheet run what a client has named itself', () => {
    for (const name of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1']) {
      assert.ok(auditCsvLine({ ...entry, plugin_name: name }).includes(`,'${name},`), name);
    }
  });
});
