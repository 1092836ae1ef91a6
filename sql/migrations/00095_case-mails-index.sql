-- without a transaction
create index concurrently if not exists mails_of_application on mails (application_id, id) where application_id is not null;
create index concurrently if not exists evidence_files_of_mail on evidence_files (mail_id) where mail_id is not null;
alter table people validate constraint people_roles_known;
alter table reason_texts validate constraint reason_texts_kind_known;
alter table reason_texts validate constraint reason_texts_length;
