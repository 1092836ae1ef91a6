-- Who applies and for what, and every decision on it. Ids are random (122 bits): holding the link is what shows a funnel page.

create table organisations (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  trading_name text,
  contact_name text not null,
  email text not null,
  phone text not null,
  website text,
  company_no text,
  stripe_customer_id text,
  -- A repeated click or a lost answer sends the same key again and gets the same organisation.
  submission_key uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index organisations_submission_key on organisations (submission_key);
create unique index organisations_stripe_customer on organisations (stripe_customer_id);
create index organisations_email on organisations (lower(email));

create table applications (
  id uuid primary key default gen_random_uuid(),
  reference text not null,
  organisation_id uuid not null references organisations (id),
  status text not null,
  -- What the applicant was last told to the sales side; never the status of the application itself.
  crm_status text,
  crm_options text[] not null default '{}',
  coupon_code text,
  -- The event as the applicant typed it (features/applications/schema.ts).
  event_draft jsonb not null,
  -- What the company registry said when the server asked: {"state", "checkedAt", "companyName"?, "companyStatus"?}.
  company_check jsonb not null,
  submission_key uuid,
  submitted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint applications_status_known check (status in ('submitted', 'approved', 'rejected'))
);
create unique index applications_reference on applications (reference);
create unique index applications_submission_key on applications (submission_key);
create index applications_organisation on applications (organisation_id);
create index applications_queue on applications (status, submitted_at);

-- Who decided what, when and why. One decision ends an application.
create table application_decisions (
  id bigint generated always as identity primary key,
  application_id uuid not null references applications (id),
  decision text not null,
  -- A person of the desk, or null when the company registry's confirmation approved it.
  decided_by text references people (id),
  decided_by_name text not null,
  reason text,
  decided_at timestamptz not null default now(),
  constraint application_decisions_known check (decision in ('approved', 'rejected'))
);
create unique index application_decisions_once on application_decisions (application_id);
create trigger application_decisions_append_only before update or delete on application_decisions
  for each row execute function refuse_change();
