-- $1 person, who has come by a link that their address was sent
update people set email_verified = true, updated_at = now() where id = $1::text
