-- $1 entry, as the desk edits it
select id, version, number, slug, application_id, status as stored_status, standing(status, valid_until) as status, status_reason,
  valid_from, valid_until, title, organiser, description, event_type as "eventType", category, starts_on as date, starts_at as time,
  venue, address, city, county, postcode, country, price, attendees, capacity, featured, is_pro as "isPro",
  image_url as "imageUrl", images, website_url as "websiteUrl", ticket_url as "ticketUrl", landing_page_url as "landingPageUrl",
  button_text as "buttonText", partners, is_demo, updated_at
from register_entries
where id = $1::uuid
