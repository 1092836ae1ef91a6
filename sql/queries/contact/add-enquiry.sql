-- Stores an enquiry.
-- $1 name, $2 email, $3 company, $4 phone, $5 subject, $6 message; empty where nothing was given
insert into contact_enquiries (name, email, company, phone, subject, message)
values ($1::text, $2::text, $3::text, $4::text, $5::text, $6::text)
returning id
