-- $1 organisation, $2 customer: the provider does not know this customer any more; the next order has one made.
update organisations set stripe_customer_id = null, updated_at = now()
where id = $1::uuid and stripe_customer_id = $2::text
