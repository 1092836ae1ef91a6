-- $1 e-mail address in small letters
select count(*)::int as open from complaints where lower(email) = $1::text and closed_at is null
