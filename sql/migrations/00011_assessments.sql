-- The assessment of an application: a case of its own beside it, which sets the assurance of its entry and never the application's status.

create table assessments (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references applications (id),
  kind text not null default 'first',
  criteria_version integer not null references criteria_versions (version),
  -- open: evidence is gathered and judged; proposed: waits for a second person; panel: waits for three votes; notice: the applicant has
  -- been told the reasons for a refusal and may answer; decided: ended, for good.
  status text not null default 'open',
  outcome text,
  -- Share of the points that could be had, in percent.
  score smallint,
  opened_at timestamptz not null default now(),
  decided_at timestamptz,
  -- By whom, as the public is told: assessors, panel, one-assessor (src/features/assessments/cases/rules.ts).
  decided_by text,
  next_review_on date,
  -- The person of the admin area who looks after it.
  assigned_to text references people (id),
  -- Of a notice of refusal: until when the applicant may answer, and when they did.
  answer_until timestamptz,
  answered_at timestamptz,
  constraint assessments_kind_known check (kind in ('first', 'renewal', 'appeal')),
  constraint assessments_status_known check (status in ('open', 'proposed', 'panel', 'notice', 'decided')),
  constraint assessments_outcome_known check (outcome in ('accredit', 'accredit-with-conditions', 'refuse')),
  constraint assessments_decided check ((status = 'decided') = (decided_at is not null) and (status = 'decided') = (outcome is not null)),
  constraint assessments_decided_by_known check (decided_by in ('assessors', 'panel', 'one-assessor')),
  constraint assessments_notice check (status <> 'notice' or answer_until is not null),
  constraint assessments_score check (score between 0 and 100)
);
create unique index assessments_one_open on assessments (application_id) where status <> 'decided';
create index assessments_of on assessments (application_id, opened_at);
create index assessments_status on assessments (status, opened_at);
create index assessments_assigned on assessments (assigned_to, opened_at) where status <> 'decided';

-- One row for each criterion of an assessment about which anything is known; without one its evidence is wanted.
create table assessment_criteria (
  assessment_id uuid not null references assessments (id),
  criterion_id text not null,
  -- Where its evidence stands, as the applicant sees it.
  state text not null default 'wanted',
  -- Why more is needed, or why it does not apply; read by both sides.
  state_reason text not null default '',
  state_at timestamptz not null default now(),
  -- When the applicant was told that more is needed; null while a mail has to tell it.
  told_at timestamptz,
  -- What the assessor finds.
  verdict text,
  score smallint,
  -- For the applicant and the record.
  reason text not null default '',
  -- For assessors alone.
  note text not null default '',
  judged_by text references people (id),
  judged_by_name text not null default '',
  judged_at timestamptz,
  -- Counts the changes of what the assessor finds: who has not seen the last one does not write over it.
  revision integer not null default 0,
  primary key (assessment_id, criterion_id),
  constraint assessment_criteria_state_known check (state in ('wanted', 'received', 'accepted', 'more-needed', 'not-applicable')),
  constraint assessment_criteria_verdict_known check (verdict in ('met', 'not-met', 'met-with-condition', 'not-applicable')),
  constraint assessment_criteria_score check (score between 0 and 4)
);
-- Where an assessor has something to read.
create index assessment_criteria_received on assessment_criteria (assessment_id, state_at) where state = 'received';

-- Every application has its assessment from the start, under the criteria of its day.
create function open_first_assessment() returns trigger
language plpgsql as $$
begin
  insert into assessments (application_id, criteria_version, opened_at)
  select new.id, max(version), new.submitted_at from criteria_versions;
  return null;
end
$$;
create trigger applications_open_assessment after insert on applications
  for each row execute function open_first_assessment();
