-- A link by mail may also lead to an application that is still being written; it goes with it.

alter table access_links
  alter column application_id drop not null,
  add column draft_id uuid references application_drafts (id) on delete cascade,
  add constraint access_links_one_aim check (num_nonnulls(application_id, draft_id) = 1);
create index access_links_draft on access_links (draft_id);
