-- $1 submission key
select id, sent_from from organisations where submission_key = $1::uuid
