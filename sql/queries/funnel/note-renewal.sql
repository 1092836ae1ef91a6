-- $1 order, $2 whether the payer has stopped its renewal. No row when that was known.
update orders set renewal_stopped = $2::boolean, updated_at = now()
where id = $1::uuid and renewal_stopped <> $2::boolean
returning id
