-- Who has signed up for a webinar: each address once.

create table webinar_sign_ups (
  id uuid primary key default gen_random_uuid(),
  webinar_at timestamptz not null,
  name text not null,
  email text not null,
  signed_up_at timestamptz not null default now()
);
create unique index webinar_sign_ups_once on webinar_sign_ups (lower(email), webinar_at);
