-- $1 mail, $2 position
select name, content_type, content from mail_attachments where mail_id = $1::uuid and position = $2::int
