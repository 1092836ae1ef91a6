-- Before a listing renews, its organiser confirms the facts of the entry. One row for each term that ends.

create table renewal_confirmations (
  application_id uuid not null references applications (id),
  -- The end of the term.
  covers_until timestamptz not null,
  asked_at timestamptz not null,
  -- Without a confirmation the entry counts as declared from then on.
  due_at timestamptz not null,
  confirmed_at timestamptz,
  -- What the company registry said last, where it kept the facts from being confirmed.
  company_state text,
  -- When the renewal was stopped because nothing was confirmed.
  stopped_at timestamptz,
  -- When its level was looked at again because nothing was confirmed.
  lowered_at timestamptz,
  constraint renewal_confirmations_pkey primary key (application_id, covers_until)
);
create index renewal_confirmations_open on renewal_confirmations (due_at) where confirmed_at is null;

-- The day of the edition that a proposed next edition follows; null for a change of the same edition.
alter table proposed_changes add column follows_day date;
