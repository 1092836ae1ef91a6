-- refused: its assessment has ended in a refusal. It is listed while its listing is paid, and not accredited.
alter table register_entries
  drop constraint register_entries_status_known,
  add constraint register_entries_status_known check (status in ('active', 'listed', 'refused', 'lapsed', 'suspended', 'revoked'));
alter table register_history
  drop constraint register_history_change_known,
  add constraint register_history_change_known check
    (change in ('published', 'renewed', 'lapsed', 'suspended', 'reinstated', 'revoked', 'edited', 'assurance', 'accredited', 'unaccredited',
      'refused', 'reopened'));
drop index register_entries_lapse;
create index register_entries_lapse on register_entries (valid_until) where status in ('active', 'listed', 'refused');
create or replace function register_status(status text, valid_until timestamptz) returns text
language sql stable parallel safe
return case when status in ('active', 'listed', 'refused') and valid_until <= now() then 'lapsed' else status end;
