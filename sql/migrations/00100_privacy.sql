-- Complaints, what has been erased for whom (without naming them), and what each run of the retention periods has removed.

create table complaints (
  id uuid primary key default uuidv7(),
  -- What the person is told to quote: C and six characters without look-alikes.
  reference text not null,
  -- Empty once the complaint has been made anonymous.
  name text not null,
  email text not null,
  phone text not null default '',
  about text not null,
  -- The event, number or reference that it concerns, as it was typed.
  concerns text not null default '',
  message text not null,
  received_at timestamptz not null,
  closed_at timestamptz,
  closed_by text references people (id) on delete set null,
  closed_by_name text,
  -- How it was settled; mailed to the person.
  outcome text,
  constraint complaints_about_known check (about in ('event', 'decision', 'service', 'data', 'other')),
  constraint complaints_closed_whole check ((closed_at is null) = (outcome is null) and (closed_at is null) = (closed_by_name is null))
);
create unique index complaints_reference on complaints (reference);
create index complaints_email on complaints (lower(email));
create index complaints_newest on complaints (id desc);

-- That a person's data were erased, so that it can be shown and done again after a backup was restored. `address` is an HMAC: it tells
-- whether this was about a given address, and not the address.
create table erasures (
  id uuid primary key default uuidv7(),
  address text not null,
  erased_at timestamptz not null,
  erased_by text references people (id) on delete set null,
  erased_by_name text not null,
  reason text not null,
  -- [{"what", "count"}] and [{"what", "count", "why"}]
  erased jsonb not null,
  kept jsonb not null
);
create index erasures_address on erasures (address);

-- One row a run: how many rows each period has removed or emptied.
create table retention_runs (
  id uuid primary key default uuidv7(),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  removed jsonb not null
);

-- What the periods look for.
create index webinar_sign_ups_webinar on webinar_sign_ups (webinar_at);
create index quick_apply_leads_last_sent on quick_apply_leads (last_sent_at);
create index mails_settled on mails (settled_at) where html_body <> '';
