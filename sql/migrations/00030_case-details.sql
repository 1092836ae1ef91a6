-- A document that came by a form without its last day, where its criterion asks for one: it waits until that is said.
alter table evidence_uploads add column wants_last_day boolean not null default false;
