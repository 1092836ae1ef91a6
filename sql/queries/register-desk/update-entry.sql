-- $1 entry, $2 its values, $3 now. The entry is locked and its version was compared.
update register_entries as e set
  title = v.title, organiser = v.organiser, description = v.description, event_type = v."eventType", category = v.category,
  sector = v.sector, starts_on = v.date, starts_at = v.time, venue = v.venue, address = v.address, city = v.city,
  county = v.county, postcode = v.postcode, country = v.country, price = v.price, attendees = v.attendees, capacity = v.capacity,
  is_pro = v."isPro", image_url = v."imageUrl", images = array(select jsonb_array_elements_text(v.images)),
  website_url = v."websiteUrl", ticket_url = v."ticketUrl", landing_page_url = v."landingPageUrl", button_text = v."buttonText",
  partners = array(select jsonb_array_elements_text(v.partners)), updated_at = $3::timestamptz
from jsonb_to_record($2::jsonb) as v (
  title text, organiser text, description text, "eventType" text, category text, sector text, date date, time time, venue text,
  address text, city text, county text, postcode text, country text, price text, attendees integer, capacity integer,
  "isPro" boolean, "imageUrl" text, images jsonb, "websiteUrl" text, "ticketUrl" text, "landingPageUrl" text, "buttonText" text,
  partners jsonb
)
where e.id = $1::uuid
