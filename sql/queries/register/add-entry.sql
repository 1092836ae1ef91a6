-- Adds an entry; no row comes back when its number or slug is taken.
--
-- $1 application, $2 organisation, $3 number, $4 slug, $5 valid from, $6 valid until, $7 title, $8 organiser, $9 description,
-- $10 event type, $11 category, $12 sector, $13 date or null, $14 venue, $15 address, $16 city, $17 county, $18 postcode,
-- $19 country, $20 latitude, $21 longitude, $22 capacity, $23 website
insert into register_entries (application_id, organisation_id, number, slug, status, valid_from, valid_until, title, organiser,
  description, event_type, category, sector, starts_on, venue, address, city, county, postcode, country, latitude, longitude,
  capacity, website_url, published_at, updated_at)
values ($1::uuid, $2::uuid, $3::text, $4::text, 'active', $5::timestamptz, $6::timestamptz, $7::text, $8::text,
  $9::text, $10::text, $11::text, $12::text, $13::date, $14::text, $15::text, $16::text, $17::text, $18::text, $19::text,
  $20::float8, $21::float8, $22::int, $23::text, $5::timestamptz, $5::timestamptz)
on conflict do nothing
returning id
