-- What the public pages show and which forms are open, as the desk switches it. The names are those of src/domain/content-flags.ts.

create table content_flags (
  name text primary key,
  is_on boolean not null default true,
  changed_at timestamptz,
  changed_by text references people (id) on delete set null
);
insert into content_flags (name)
values ('testimonials'), ('claims'), ('savings'), ('scarcity'), ('webinar'), ('boxing');

create function announce_content_flags() returns trigger
language plpgsql as $$
begin
  perform announce_page_data(array['content-flags']);
  return null;
end
$$;
create trigger content_flags_announce after insert or update or delete on content_flags
  for each statement execute function announce_content_flags();
