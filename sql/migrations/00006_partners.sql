-- Partner organisations, shown by ascending priority while active.

create table partners (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  url text,
  logo_url text,
  active boolean not null default true,
  priority integer not null default 100,
  is_demo boolean not null default false,
  created_at timestamptz not null default now()
);

create function announce_partners() returns trigger
language plpgsql as $$
begin
  perform announce_page_data(array['partners']);
  return null;
end
$$;
create trigger partners_announce after insert or update or delete on partners
  for each statement execute function announce_partners();
