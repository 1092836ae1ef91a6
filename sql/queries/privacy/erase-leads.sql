-- $1 e-mail address in small letters
delete from quick_apply_leads where lower(email) = $1::text returning id
