-- What is done with an application until it is decided: notes, who looks after it, questions to the organiser and their answers.

create table application_remarks (
  id bigint generated always as identity primary key,
  application_id uuid not null references applications (id),
  kind text not null,
  -- A person of the desk; null for an answer, which the organiser wrote.
  author_id text references people (id),
  author_name text not null default '',
  -- Of a note, question or answer what was written; of an assignment, the name of who looks after it from then on, or empty.
  text text not null,
  written_at timestamptz not null default now(),
  constraint application_remarks_kind_known check (kind in ('note', 'assigned', 'asked', 'answered'))
);
create index application_remarks_of on application_remarks (application_id, id);
create index application_remarks_answers on application_remarks (written_at) where kind = 'answered';

-- Never edited and never deleted. A text can only be emptied, where the law asks for its erasure.
create trigger application_remarks_kept before delete on application_remarks
  for each row execute function refuse_change();
create trigger application_remarks_append_only before update on application_remarks
  for each row when (new.text <> '' or (to_jsonb(old) - 'text') is distinct from (to_jsonb(new) - 'text'))
  execute function refuse_change();

alter table applications add column assigned_to text references people (id) on delete set null;

-- Links by which organisers answer a question: each once. What is kept is the SHA-256 of the token, never the token.
create table application_questions (
  token_hash bytea primary key,
  application_id uuid not null references applications (id),
  remark_id bigint not null references application_remarks (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  constraint application_questions_hash_length check (length(token_hash) = 32)
);
create index application_questions_of on application_questions (application_id);

-- The desk's search, and what else the same company has asked for.
create index applications_title_search on applications using gin (fold(event_draft ->> 'title') gin_trgm_ops);
create index applications_reference_search on applications using gin (fold(reference) gin_trgm_ops);
create index organisations_name_search on organisations using gin (fold(name) gin_trgm_ops);
create index organisations_company_no on organisations (upper(company_no)) where company_no is not null;
create index applications_arrived on applications (submitted_at);
