-- $1 organisation, $2 customer: the first one stays.
update organisations set stripe_customer_id = coalesce(stripe_customer_id, $2::text), updated_at = now()
where id = $1::uuid
returning stripe_customer_id
