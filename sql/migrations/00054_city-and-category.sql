-- without a transaction
-- One category of one city, in the order of the list: a city that has few or none of it would be read to its end.
create index concurrently if not exists register_entries_city_category_order on register_entries (city_key, category, featured, sort_on, id);
create index concurrently if not exists national_events_city_category_order
  on national_events ((fold(city)) collate "C", category, sort_on, id);
