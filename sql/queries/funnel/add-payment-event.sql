-- $1 event, $2 type, $3 the event as JSON text. No row when it is known already.
insert into payment_events (id, type, payload)
values ($1::text, $2::text, $3::text::jsonb)
on conflict (id) do nothing
returning id
