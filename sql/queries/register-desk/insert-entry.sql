-- $1 number, $2 slug, $3 values, $4 now, $5 valid until or null, $6 its id: an entry that the desk enters itself. No row comes back
-- when the number, the slug or the id is taken.
insert into register_entries (id, number, slug, status, valid_from, valid_until, title, organiser, description, event_type, category,
  sector, starts_on, starts_at, venue, address, city, county, postcode, country, price, attendees, capacity, is_pro, image_url,
  images, website_url, ticket_url, landing_page_url, button_text, partners, published_at, updated_at)
select $6::uuid, $1::text, $2::text, 'active', $4::timestamptz, $5::timestamptz, v.title, v.organiser, v.description, v."eventType",
  v.category, v.sector, v.date, v.time, v.venue, v.address, v.city, v.county, v.postcode, v.country, v.price, v.attendees,
  v.capacity, v."isPro", v."imageUrl", array(select jsonb_array_elements_text(v.images)), v."websiteUrl", v."ticketUrl",
  v."landingPageUrl", v."buttonText", array(select jsonb_array_elements_text(v.partners)), $4::timestamptz, $4::timestamptz
from jsonb_to_record($3::jsonb) as v (
  title text, organiser text, description text, "eventType" text, category text, sector text, date date, time time, venue text,
  address text, city text, county text, postcode text, country text, price text, attendees integer, capacity integer,
  "isPro" boolean, "imageUrl" text, images jsonb, "websiteUrl" text, "ticketUrl" text, "landingPageUrl" text, "buttonText" text,
  partners jsonb
)
on conflict do nothing
returning id
