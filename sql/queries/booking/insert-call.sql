-- $1 application, $2 day, $3 time, $4 phone, $5 message, $6 chosen levels.
-- A second standing call of an application breaks the unique index.
insert into assessment_calls (application_id, day, time, phone, message, selected_options)
values ($1::uuid, $2::date, $3::time, $4::text, $5::text, $6::text[])
returning id, application_id, day, time, phone, message, selected_options, state, sequence
