-- $1 e-mail address in small letters
delete from webinar_sign_ups where lower(email) = $1::text returning id
