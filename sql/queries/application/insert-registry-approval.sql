-- $1 application, $2 why. The registry's confirmation decides like a person of the desk, but is none.
insert into application_decisions (application_id, decision, decided_by, decided_by_name, reason)
values ($1::uuid, 'approved', null, 'Company registry check', $2::text)
