-- without a transaction
-- Entries published before such characters were taken out of what people write: those that turn the order of letters around or have no width.
-- The public log keeps what it held and gets each mended entry as a change. A title or organiser of nothing else stays, for an entry has both.
do $$
declare
  marks constant text := '[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]';
  changed uuid;
begin
  for changed in
    select id from register_entries
    where concat_ws(' ', title, organiser, description, venue, address, city, county, postcode, country, price, button_text, status_reason,
      array_to_string(partners, ' ')) ~ marks
    order by id
  loop
    update register_entries set
      title = coalesce(nullif(trim(regexp_replace(title, marks, '', 'g')), ''), title),
      organiser = coalesce(nullif(trim(regexp_replace(organiser, marks, '', 'g')), ''), organiser),
      description = regexp_replace(description, marks, '', 'g'),
      venue = regexp_replace(venue, marks, '', 'g'),
      address = regexp_replace(address, marks, '', 'g'),
      city = regexp_replace(city, marks, '', 'g'),
      county = regexp_replace(county, marks, '', 'g'),
      postcode = regexp_replace(postcode, marks, '', 'g'),
      country = regexp_replace(country, marks, '', 'g'),
      price = regexp_replace(price, marks, '', 'g'),
      button_text = regexp_replace(button_text, marks, '', 'g'),
      status_reason = regexp_replace(status_reason, marks, '', 'g'),
      partners = (select coalesce(array_agg(regexp_replace(name, marks, '', 'g') order by place), '{}')
        from unnest(partners) with ordinality as given (name, place))
    where id = changed;
    commit;
  end loop;
end
$$;
