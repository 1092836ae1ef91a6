-- $1 mail, $2 position from 1, $3 file name, $4 content type, $5 calendar method or null, $6 content
insert into mail_attachments (mail_id, position, name, content_type, method, content)
values ($1::uuid, $2::int, $3::text, $4::text, $5::text, $6::bytea)
