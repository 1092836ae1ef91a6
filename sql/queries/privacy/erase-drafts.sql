-- $1 e-mail address in small letters. Answers stand as they were typed.
delete from application_drafts where lower(btrim(answers ->> 'email', E' \t\r\n')) = $1::text returning id
