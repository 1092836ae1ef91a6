-- Organisers as the public knows them: whoever holds the entries of the register, for one page that gathers them.

create table register_organisers (
  -- Ends the address of the page, so that the address outlives a corrected name.
  id integer primary key generated always as identity,
  -- Who it is, as far as entries can be told to be of the same: never shown. See organiser_key.
  key text not null,
  -- As the latest entry writes it.
  name text not null
);
create unique index register_organisers_key on register_organisers (key);
create index register_organisers_name_search on register_organisers using gin (fold(name) gin_trgm_ops);

-- What makes two entries those of one organiser: the company number as the registry writes it; without one, the address and the name of
-- the applicant, told by the first organisation that has both, so that no address is kept here; and of entries that the authority made
-- itself, the name as it wrote it. Null for nobody.
create function organiser_key(organisation uuid, organiser text) returns text
language sql stable
return case when organisation is null then nullif('name ' || btrim(fold(organiser)), 'name ') else (
  select coalesce('company ' || own.company_key, 'organisation ' || (
    select alike.id from organisations as alike
    where lower(alike.email) = lower(own.email) and fold(alike.name) = fold(own.name) and alike.company_key is null
    order by alike.created_at, alike.id limit 1))
  from organisations as own where own.id = organisation
) end;

-- Null: nobody is named, or the organiser was a person whose data were erased.
alter table register_entries add column organiser_id integer references register_organisers (id);

insert into register_organisers (key, name)
select distinct on (key) key, organiser
from (
  select organiser_key(e.organisation_id, e.organiser) as key, e.organiser, e.published_at
  from register_entries as e left join organisations as o on o.id = e.organisation_id
  where o.contact_name is distinct from 'Erased' or o.company_key is not null
) as named
where key is not null
order by key, published_at desc;
update register_entries as e set organiser_id = o.id
from register_organisers as o where o.key = organiser_key(e.organisation_id, e.organiser);
create index register_entries_organiser_order on register_entries (organiser_id, sort_on, id);

-- An entry gets its organiser whenever it is written, whatever writes it.
create function set_entry_organiser() returns trigger
language plpgsql as $$
declare
  own_key text;
begin
  -- The name of an applicant is corrected: the organiser stays the same.
  if tg_op = 'UPDATE' and new.organisation_id is not null and new.organisation_id = old.organisation_id then
    update register_organisers set name = new.organiser where id = new.organiser_id and name <> new.organiser;
    return new;
  end if;
  own_key := organiser_key(new.organisation_id, new.organiser);
  -- The authority corrects a name that no other entry has: the organiser keeps its number.
  if tg_op = 'UPDATE' and own_key is not null and not exists (select from register_organisers where key = own_key)
    and not exists (select from register_entries where organiser_id = old.organiser_id and id <> old.id) then
    update register_organisers set key = own_key, name = new.organiser where id = old.organiser_id;
  end if;
  if not exists (select from register_organisers where key = own_key) and own_key is not null then
    insert into register_organisers (key, name) values (own_key, new.organiser) on conflict (key) do nothing;
  end if;
  update register_organisers set name = new.organiser where key = own_key and name <> new.organiser;
  new.organiser_id := (select id from register_organisers where key = own_key);
  return new;
end
$$;
create trigger register_entries_organiser_insert before insert on register_entries
  for each row execute function set_entry_organiser();
create trigger register_entries_organiser_update before update of organiser, organisation_id on register_entries
  for each row when (new.organiser <> old.organiser or new.organisation_id is distinct from old.organisation_id)
  execute function set_entry_organiser();

-- A change of an entry touches its organiser's page as well; so does a note on it.
create or replace function announce_register_change() returns trigger
language plpgsql as $$
declare
  tags text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct tag) into tags
    from (select city_key, slug, organiser_id from new_rows limit 200) as r,
      lateral (values ('register'), ('register-city:' || r.city_key), ('register-entry:' || r.slug), ('register-organiser:' || r.organiser_id))
        as t (tag)
    where tag is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct tag) into tags
    from (select city_key, slug, organiser_id from old_rows limit 200) as r,
      lateral (values ('register'), ('register-city:' || r.city_key), ('register-entry:' || r.slug), ('register-organiser:' || r.organiser_id))
        as t (tag)
    where tag is not null;
  else
    select array_agg(distinct tag) into tags
    from (select city_key, slug, organiser_id from new_rows union select city_key, slug, organiser_id from old_rows limit 200) as r,
      lateral (values ('register'), ('register-city:' || r.city_key), ('register-entry:' || r.slug), ('register-organiser:' || r.organiser_id))
        as t (tag)
    where tag is not null;
  end if;
  if cardinality(tags) >= 200 then
    tags := array['*'];
  end if;
  if tags is not null then
    perform announce_page_data(tags);
  end if;
  return null;
end
$$;

create or replace function announce_note_change() returns trigger
language plpgsql as $$
begin
  perform announce_page_data(array['register-entry:' || slug, 'register-organiser:' || organiser_id])
  from register_entries where id = new.entry_id;
  return null;
end
$$;

-- Cities by the address of their page: the folded name, with hyphens for blanks.
create index register_totals_city_address on register_totals (replace(key, ' ', '-')) where scope = 'city';
