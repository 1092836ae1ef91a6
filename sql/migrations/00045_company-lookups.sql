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
