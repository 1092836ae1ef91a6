-- $1 e-mail address in small letters: those that are closed.
delete from complaints where lower(email) = $1::text and closed_at is not null returning id
