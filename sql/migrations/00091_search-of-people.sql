-- without a transaction
-- The search of the admin area finds organisations by their contact and by a telephone number, however either is written.
-- What of a number is the same however it is typed: without the trunk zero, the country's code and what divides the digits.
create or replace function phone_digits(phone text) returns text
language sql immutable strict parallel safe
return regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^(0044|44)?0*', '');
create index concurrently if not exists organisations_contact_search on organisations using gin (fold(contact_name) gin_trgm_ops);
create index concurrently if not exists organisations_phone_search on organisations using gin (phone_digits(phone) gin_trgm_ops);
