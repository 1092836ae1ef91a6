-- What the registry answered before. $1 digest of the question, $2 oldest age in seconds at which an answer is still of use
select answer, asked_at, fresh_until > now() as fresh
from company_answers
where key = $1::bytea and asked_at > now() - make_interval(secs => $2::int)
