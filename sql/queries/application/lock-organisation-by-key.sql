-- The organisation that a submission key made, held until the transaction ends.
--
-- $1 submission key
select id from organisations where submission_key = $1::uuid
for update
