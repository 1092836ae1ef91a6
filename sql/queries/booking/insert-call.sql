-- $1 application, $2 day, $3 time, $4 phone, $5 message, $6 chosen levels, $7 mailbox and $8 visitor that it counts for ('': none).
-- A second standing call of an application breaks the unique index.
insert into assessment_calls (application_id, day, time, phone, message, selected_options, mailbox, visitor)
values ($1::uuid, $2::date, $3::time, $4::text, $5::text, $6::text[], $7::text, $8::text)
returning id, application_id, day, time, phone, message, selected_options, state, sequence
