-- What is done with an assessment, step by step: who, when and why. Declarations of interest, proposals, votes, notices, the applicant's
-- answers and decisions are all steps. Which step may follow which is said in src/features/assessments/cases/.

create table assessment_steps (
  id bigint generated always as identity primary key,
  assessment_id uuid not null references assessments (id),
  step text not null,
  -- A person of the admin area; null for the applicant, for a panel as a whole, and for a notice.
  by_id text references people (id),
  by_name text not null default '',
  -- Of a proposal, a vote, a notice or a decision.
  outcome text,
  reason text not null default '',
  -- A refusal that takes effect at once, without a notice.
  is_safety boolean not null default false,
  -- [{ "text": …, "due": "YYYY-MM-DD" }]
  conditions jsonb not null default '[]',
  -- Of a vote, the referral that it answers; of a decision, the proposal or referral that it ends.
  about bigint references assessment_steps (id),
  taken_at timestamptz not null,
  constraint assessment_steps_known check (step in ('assigned', 'no-conflict', 'conflict', 'asked', 'proposed', 'sent-back', 'referred',
    'seat-filled', 'voted', 'noticed', 'answered', 'reopened', 'decided', 'condition-met')),
  constraint assessment_steps_outcome_known check (outcome in ('accredit', 'accredit-with-conditions', 'refuse')),
  constraint assessment_steps_conditions check (jsonb_typeof(conditions) = 'array')
);
create index assessment_steps_of on assessment_steps (assessment_id, id);
create index assessment_steps_conflicts on assessment_steps (by_id, assessment_id) where step = 'conflict';
create unique index assessment_steps_one_vote on assessment_steps (about, by_id) where step = 'voted';

-- Never edited and never deleted. Texts can only be emptied, where the law asks for their erasure.
create trigger assessment_steps_kept before delete on assessment_steps
  for each row execute function refuse_change();
create trigger assessment_steps_append_only before update on assessment_steps
  for each row when (new.reason <> '' or (to_jsonb(old) - 'reason' - 'conditions') is distinct from (to_jsonb(new) - 'reason' - 'conditions')
    or (new.conditions <> '[]' and new.conditions <> old.conditions))
  execute function refuse_change();

-- Who sits on a panel. A member who declares a conflict of interest, or cannot vote, is followed by another in the same seat.
create table assessment_panel (
  referral_id bigint not null references assessment_steps (id),
  person_id text not null references people (id),
  person_name text not null,
  -- Whose seat it is now; null for the first three.
  instead_of text references people (id),
  named_at timestamptz not null,
  primary key (referral_id, person_id)
);
create unique index assessment_panel_seats on assessment_panel (referral_id, instead_of) where instead_of is not null;
create index assessment_panel_person on assessment_panel (person_id);
create trigger assessment_panel_append_only before update or delete on assessment_panel
  for each row execute function refuse_change();

-- What an accreditation depends on. A condition is met once.
create table assessment_conditions (
  id uuid primary key default gen_random_uuid(),
  assessment_id uuid not null references assessments (id),
  text text not null,
  due_on date not null,
  met_at timestamptz,
  met_by text references people (id),
  met_by_name text not null default '',
  -- When the holder was told that it is overdue.
  overdue_told_at timestamptz
);
create index assessment_conditions_of on assessment_conditions (assessment_id, due_on);
create index assessment_conditions_due on assessment_conditions (due_on) where met_at is null;

-- Links by which an applicant answers a notice of refusal. What is kept is the SHA-256 of the token, never the token.
create table assessment_notices (
  token_hash bytea primary key,
  assessment_id uuid not null references assessments (id),
  step_id bigint not null references assessment_steps (id),
  constraint assessment_notices_hash_length check (length(token_hash) = 32)
);
create index assessment_notices_of on assessment_notices (assessment_id);
