-- Who applies and for what, every decision on it, and what is looked up of a company. Ids are random (122 bits): holding the link is
-- what shows a funnel page.

-- A company number as the registry writes it, however it was typed (src/domain/company-number.ts says the same); null for what cannot be
-- one.
create function company_key(typed text) returns text
language sql immutable parallel safe
return (
  select case when key ~ '^(\d{8}|[A-Z]\d{7}|[A-Z]{2}\d{6}|(IP|SP|RS|NP|NO)\d{5}[A-Z]|SL\d{5}[A-Z])$' and key !~ '^0+$' then key end
  from (
    select case when packed ~ '^[A-Z]{0,2}\d{1,8}$'
      then substring(packed from '^[A-Z]*')
        || lpad(substring(packed from '\d+$'), greatest(8 - length(substring(packed from '^[A-Z]*')), length(substring(packed from '\d+$'))), '0')
      else packed end as key
    from (select upper(regexp_replace(typed, '[\s-]', '', 'g')) as packed) as typing
  ) as written
);

create table organisations (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  trading_name text,
  contact_name text not null,
  email text not null,
  phone text not null,
  website text,
  company_no text,
  company_key text generated always as (company_key(company_no)) stored,
  stripe_customer_id text,
  -- A repeated click or a lost answer sends the same key again and gets the same organisation.
  submission_key uuid,
  -- Which browser sent who applies: the id in its signed cookie of the unfinished application. A submission key sent again from another
  -- one opens nothing, because whoever an unfinished application is shared with knows its key. Null: the browser had none.
  sent_from uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index organisations_submission_key on organisations (submission_key);
create unique index organisations_stripe_customer on organisations (stripe_customer_id);
create index organisations_email on organisations (lower(email));
create index organisations_company_key on organisations (company_key) where company_key is not null;
create index organisations_company_no on organisations (upper(company_no)) where company_no is not null;
create index organisations_name_search on organisations using gin (fold(name) gin_trgm_ops);

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
  -- Who looks after it.
  assigned_to text references people (id) on delete set null,
  -- The copy of the application waits until the applicant's address is confirmed.
  copy_waits boolean not null default false,
  -- A full refund for cause closes an application's checkout: nothing is sold for it until a reviewer opens it.
  checkout_closed_at timestamptz,
  submitted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint applications_status_known check (status in ('submitted', 'approved', 'rejected'))
);
create unique index applications_reference on applications (reference);
create unique index applications_submission_key on applications (submission_key);
create index applications_organisation on applications (organisation_id);
create index applications_queue on applications (status, submitted_at);
create index applications_arrived on applications (submitted_at);
create index applications_assigned on applications (assigned_to, status, submitted_at) where assigned_to is not null;
create index applications_title_search on applications using gin (fold(event_draft ->> 'title') gin_trgm_ops);
create index applications_reference_search on applications using gin (fold(reference) gin_trgm_ops);

-- Who decided what, when and why. A mistaken approval can be withdrawn: the application is submitted again, and decided again.
create table application_decisions (
  id bigint generated always as identity primary key,
  application_id uuid not null references applications (id),
  decision text not null,
  -- A person of the admin area, or null when the company registry's confirmation approved it.
  decided_by text references people (id),
  decided_by_name text not null,
  reason text,
  decided_at timestamptz not null default now(),
  constraint application_decisions_known check (decision in ('approved', 'rejected', 'withdrawn'))
);
create index application_decisions_of on application_decisions (application_id, id);
create index application_decisions_decided on application_decisions (decided_at);
create trigger application_decisions_append_only before update or delete on application_decisions
  for each row execute function refuse_change();

-- What is done with an application until it is decided: notes, who looks after it, questions to the organiser and their answers.
create table application_remarks (
  id bigint generated always as identity primary key,
  application_id uuid not null references applications (id),
  kind text not null,
  -- A person of the admin area; null for an answer, which the organiser wrote.
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

-- What has to be known about who applies before an entry is published: domains that a reviewer has confirmed to be a company's own,
create table company_domains (
  company_key text not null,
  domain text not null,
  confirmed_by text not null references people (id),
  confirmed_by_name text not null,
  confirmed_at timestamptz not null,
  primary key (company_key, domain)
);

-- and applications that a reviewer has let through, once and for good.
create table identity_releases (
  application_id uuid primary key references applications (id),
  released_by text not null references people (id),
  released_by_name text not null,
  reason text not null,
  released_at timestamptz not null
);
create trigger identity_releases_append_only before update or delete on identity_releases
  for each row execute function refuse_change();

-- Applications that are still being written, so that a person can stop and go on with them on another device. The signed cookie of a
-- browser names the one that it may read and change; nothing else does.
create table application_drafts (
  id uuid primary key default gen_random_uuid(),
  -- Every answer as the text that stands in its field; an address in "email" is why it may be kept here.
  answers jsonb not null,
  -- Goes with exactly these answers: whichever device sends them, they make one application.
  submission_key uuid not null,
  -- Counts the versions: who has not seen the last one does not write over it.
  revision integer not null default 1,
  -- Which page wrote the last version, and which of its attempts that was: a page whose answer was lost may write again.
  writer uuid not null,
  writer_count bigint not null,
  created_at timestamptz not null,
  saved_at timestamptz not null,
  expires_at timestamptz not null,
  constraint application_drafts_answers check (jsonb_typeof(answers) = 'object'),
  constraint application_drafts_order check (expires_at > saved_at)
);
create index application_drafts_expiry on application_drafts (expires_at);

-- Links by mail that give another device the cookie of an application, or of one that is still being written. What is kept is the
-- SHA-256 of the token, never the token.
create table access_links (
  token_hash bytea primary key,
  application_id uuid references applications (id),
  draft_id uuid references application_drafts (id) on delete cascade,
  -- Using a link that was mailed to an address proves that address, and no other.
  email text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A link is used once.
  used_at timestamptz,
  constraint access_links_one_aim check (num_nonnulls(application_id, draft_id) = 1),
  constraint access_links_hash_length check (length(token_hash) = 32),
  constraint access_links_order check (expires_at > created_at)
);
create index access_links_application on access_links (application_id);
create index access_links_draft on access_links (draft_id);

-- Browsers that have let go of their applications, by the random id in their signed cookie: a copy of such a cookie opens nothing.
create table forgotten_browsers (
  id uuid primary key,
  forgotten_at timestamptz not null
);

-- Answers of the company registry, kept so that the same question is not asked again, and the number of questions that all
-- replicas together have asked it lately.

-- The key is a digest of the question: what people typed is not kept.
create table company_answers (
  key bytea primary key,
  -- json and not jsonb: whatever text the registry sends can be kept.
  answer json not null,
  asked_at timestamptz not null default now(),
  fresh_until timestamptz not null
);
create index company_answers_asked_at on company_answers (asked_at);

-- Questions in slots of 30 seconds, the newest first: eleven of them cover any five minutes whole.
create unlogged table registry_budgets (
  registry text primary key,
  slot bigint not null,
  used integer[] not null,
  paused_until timestamptz not null default '-infinity'
);

-- The slots as they stand so many slots later.
create function later_slots(used integer[], later bigint) returns integer[]
language sql immutable strict parallel safe
return (array_fill(0, array[least(greatest(later, 0), 11)::integer]) || used)[1:11];

create function slots_total(used integer[]) returns bigint
language sql immutable strict parallel safe
return (select sum(questions) from unnest(used) as questions);

-- An operator's copy of the company register (Companies House's free company data). It is loaded into a second table of the same
-- shape, which then takes this one's place; the loader copies the indexes from here.
create table registered_companies (
  number text collate "C" not null,
  name text not null,
  -- The name as it is compared, with a blank before it, then each former name on a line of its own in the same way.
  search_text text collate "C" not null,
  status text not null,
  status_detail text not null,
  previous_names text[] not null,
  line1 text not null,
  line2 text not null,
  town text not null,
  county text not null,
  postcode text not null,
  country text not null
);
create unique index registered_companies_number on registered_companies (number);
-- With the number in it, so that reading on by name touches the index alone.
create index registered_companies_name on registered_companies (search_text) include (number);
create index registered_companies_search on registered_companies using gin (search_text gin_trgm_ops) with (fastupdate = off);

create table register_copies (
  is_current boolean primary key default true constraint register_copies_one check (is_current),
  -- The day of the register that the copy shows.
  as_of date not null,
  companies integer not null,
  loaded_at timestamptz not null default now()
);

-- The words of the copied register with the number of names that hold them: what a misspelt word is likened to. Likening the five
-- million names themselves takes seconds.
create table registered_words (
  word text collate "C" not null,
  names integer not null
);
create unique index registered_words_word on registered_words (word);
create index registered_words_near on registered_words using gin (word gin_trgm_ops) with (fastupdate = off);

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
