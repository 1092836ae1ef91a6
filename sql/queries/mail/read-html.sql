-- $1 mail
select html_body from mails where id = $1::uuid
