-- $1 mail
select position, name, content_type, method, content from mail_attachments where mail_id = $1::uuid order by position
