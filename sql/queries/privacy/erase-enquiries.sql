-- $1 e-mail address in small letters
delete from contact_enquiries where lower(email) = $1::text returning id
