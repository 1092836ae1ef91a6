-- What people write by the contact form. An enquiry is stored before anything else is done with it, so that none is lost.

create table contact_enquiries (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  company text not null default '',
  phone text not null default '',
  subject text not null default '',
  message text not null,
  received_at timestamptz not null default now()
);
create index contact_enquiries_received on contact_enquiries (received_at);
