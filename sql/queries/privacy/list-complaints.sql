-- $1 whether closed ones, $2 id before which to begin (null for the newest), $3 how many.
select id, reference, name, email, about, received_at, closed_at
from complaints
where (closed_at is not null) = $1::boolean and ($2::uuid is null or id < $2::uuid)
order by id desc limit $3::int
