-- $1 reference, $2 name, $3 email, $4 phone, $5 about, $6 concerns, $7 message, $8 now. No row when the reference is taken.
insert into complaints (reference, name, email, phone, about, concerns, message, received_at)
values ($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::timestamptz)
on conflict (reference) do nothing
returning id
