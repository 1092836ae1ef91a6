-- Companies that asked whether they qualify. The same answers sent again are the same lead.

create table quick_apply_leads (
  id uuid primary key default gen_random_uuid(),
  company_name text not null,
  has_ticketed_events boolean not null,
  wants_more_attendance boolean not null,
  name text not null,
  email text not null,
  phone text not null,
  -- The words that were agreed to; null when the box was left unticked.
  marketing_consent text,
  created_at timestamptz not null default now(),
  last_sent_at timestamptz not null default now()
);
create unique index quick_apply_leads_once on quick_apply_leads
  (lower(email), lower(company_name), lower(name), phone, has_ticketed_events, wants_more_attendance);
