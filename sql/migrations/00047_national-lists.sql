-- without a transaction
-- The National Events Database by city in the order of its list, by what was entered last, and by title.
create index concurrently if not exists national_events_city_order on national_events ((fold(city)) collate "C", sort_on, id);
create index concurrently if not exists national_events_newest on national_events (created_at, id);
create index concurrently if not exists national_events_name on national_events ((fold(title)) collate "C", id);
