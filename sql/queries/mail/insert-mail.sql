-- $1 kind, $2 once key or null, $3 name, $4 address, $5 subject, $6 text, $7 HTML, $8 where a list is unsubscribed from or null. No
-- row when a mail with this key exists; a transaction that writes the same key at the same time is waited for.
insert into mails (kind, once_key, to_name, to_email, subject, text_body, html_body, unsubscribe_url)
values ($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text)
on conflict (once_key) do nothing
returning id
