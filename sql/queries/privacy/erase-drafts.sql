-- $1 e-mail address in small letters
delete from application_drafts where lower(answers ->> 'email') = $1::text returning id
