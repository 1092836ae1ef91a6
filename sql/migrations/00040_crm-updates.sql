-- What the sales side (CRM) is told of an application: written beside the change itself, then taken there by the queue. Every
-- attempt is noted.

create table crm_updates (
  -- In the order of writing; the receiver knows a repeated delivery by it.
  id uuid primary key default uuidv7(),
  application_id uuid not null references applications (id),
  status text not null,
  selected_options text[] not null,
  -- `kept` where no CRM is connected.
  state text not null,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint crm_updates_state_known check (state in ('waiting', 'delivered', 'kept', 'failed'))
);
create index crm_updates_application on crm_updates (application_id, id);

create table crm_deliveries (
  id bigint generated always as identity primary key,
  update_id uuid not null references crm_updates (id),
  attempted_at timestamptz not null default now(),
  -- What the CRM answered with; null when there was no answer.
  http_status integer,
  outcome text not null
);
create index crm_deliveries_update on crm_deliveries (update_id, id);
create trigger crm_deliveries_append_only before update or delete on crm_deliveries
  for each row execute function refuse_change();
