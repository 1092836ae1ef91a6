-- The demonstration's National Events Database is not empty, and says of its events that they are invented.

alter table national_events add column is_demo boolean not null default false;
