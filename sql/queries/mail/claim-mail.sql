-- $1 mail, $2 seconds that one attempt may take. No row when it is not waiting or somebody is handing it over right now.
update mails
set attempts = attempts + 1, sending_until = now() + make_interval(secs => $2::int)
where id = $1::uuid and state = 'waiting' and (sending_until is null or sending_until < now())
returning id, attempts, to_name, to_email, subject, text_body, html_body, unsubscribe_url
