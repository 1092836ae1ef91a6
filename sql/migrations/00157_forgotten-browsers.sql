-- Browsers that have let go of their applications, by the random id in their signed cookie: a copy of such a cookie opens nothing.

create table forgotten_browsers (
  id uuid primary key,
  forgotten_at timestamptz not null
);
