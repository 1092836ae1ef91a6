-- $1 moment: of mails settled before it the kind, the subject and the times stay.
update mails set to_name = '', to_email = '', text_body = '', html_body = '', reason = null
where settled_at < $1::timestamptz and html_body <> ''
returning 1 as one
