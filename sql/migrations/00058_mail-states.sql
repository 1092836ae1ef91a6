-- The check that 00045 added without reading the rows that were there. It reads them beside everybody who reads and writes.
alter table mails validate constraint mails_state_known;
