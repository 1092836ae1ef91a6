-- $1 application, $2 kind, $3 author or null, $4 their name, $5 text, $6 now
insert into application_remarks (application_id, kind, author_id, author_name, text, written_at)
values ($1::uuid, $2::text, $3::text, $4::text, $5::text, $6::timestamptz)
returning id
