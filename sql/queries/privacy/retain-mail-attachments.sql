-- $1 moment: attachments of mails settled before it go.
delete from mail_attachments using mails
where mails.id = mail_attachments.mail_id and mails.settled_at < $1::timestamptz
returning 1 as one
