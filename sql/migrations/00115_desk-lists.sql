-- What the desk's lists look up: mails by their words, and the entries that are few among many.

create index mails_email_search on mails using gin (fold(to_email) gin_trgm_ops);
create index mails_subject_search on mails using gin (fold(subject) gin_trgm_ops);
create index register_entries_newest_featured on register_entries (published_at desc, id desc) where featured;
create index register_entries_newest_not_active on register_entries (published_at desc, id desc) where status <> 'active';
