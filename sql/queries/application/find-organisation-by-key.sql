-- $1 submission key
select id from organisations where submission_key = $1::uuid
