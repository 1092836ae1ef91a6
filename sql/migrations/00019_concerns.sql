-- The concern line: what anybody reports about an accredited event, or about a claim to be one; and appeals against our decisions.

create table concerns (
  id uuid primary key default uuidv7(),
  -- The case number: CON and six characters without look-alikes.
  reference text not null,
  about text not null,
  in_danger boolean not null,
  -- The entry that it is about, once that is known.
  entry_id uuid references register_entries (id),
  -- As the reporter typed it; emptied when the time of keeping is over.
  event text not null,
  place text not null default '',
  occurred text not null default '',
  happened text not null,
  state text not null default 'received',
  assigned_to text references people (id) on delete set null,
  received_at timestamptz not null,
  -- By when somebody of the team has promised to take it up.
  promised_at timestamptz not null,
  taken_up_at timestamptz,
  settled_at timestamptz,
  -- What was found and why, as it is told to the reporter.
  outcome text,
  -- Of the link to its status page; null once that is gone.
  token_hash bytea,
  constraint concerns_about_known check (about in ('false-claim', 'copied-certificate', 'safety', 'conduct', 'other')),
  constraint concerns_state_known check (state in ('received', 'looking', 'upheld', 'not-upheld', 'closed')),
  constraint concerns_settled check ((state in ('upheld', 'not-upheld', 'closed')) = (settled_at is not null)
    and (settled_at is null) = (outcome is null)),
  constraint concerns_hash_length check (length(token_hash) = 32)
);
create unique index concerns_reference on concerns (reference);
create unique index concerns_token on concerns (token_hash) where token_hash is not null;
create index concerns_open on concerns (promised_at, id) where settled_at is null;
create index concerns_settled_at on concerns (settled_at) where settled_at is not null;
create index concerns_entry on concerns (entry_id) where entry_id is not null;

-- Who reported, apart from the rest: read by its own statements alone, and every look at it is in the audit log.
create table concern_reporters (
  concern_id uuid primary key references concerns (id),
  name text not null default '',
  email text not null default ''
);
create index concern_reporters_email on concern_reporters (lower(email));

-- What the organiser is asked, and answers by a link. What is kept is the SHA-256 of its token.
create table concern_replies (
  id uuid primary key default uuidv7(),
  concern_id uuid not null references concerns (id),
  token_hash bytea not null,
  question text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  -- For us, and for the entry's page.
  answer text not null default '',
  public_reply text not null default '',
  constraint concern_replies_hash_length check (length(token_hash) = 32)
);
create unique index concern_replies_token on concern_replies (token_hash);
create index concern_replies_of on concern_replies (concern_id, id);

-- What the public reads on an entry's page of a concern that was upheld, until it is removed.
create table register_notes (
  id uuid primary key default uuidv7(),
  entry_id uuid not null references register_entries (id),
  concern_id uuid not null references concerns (id),
  text text not null,
  -- The organiser's own words; empty without any.
  reply text not null default '',
  noted_at timestamptz not null,
  removed_at timestamptz,
  removed_reason text,
  constraint register_notes_removed check ((removed_at is null) = (removed_reason is null))
);
create unique index register_notes_concern on register_notes (concern_id);
create index register_notes_shown on register_notes (entry_id, noted_at) where removed_at is null;

create function announce_note_change() returns trigger
language plpgsql as $$
begin
  perform announce_page_data(array['register-entry:' || (select slug from register_entries where id = new.entry_id)]);
  return null;
end
$$;
create trigger register_notes_announce after insert or update on register_notes
  for each row execute function announce_note_change();

-- Appeals: by the applicant, against one decision, heard by somebody who had no part in it.
create table appeals (
  id uuid primary key default uuidv7(),
  -- The case number: APL and six characters without look-alikes.
  reference text not null,
  application_id uuid not null references applications (id),
  against text not null,
  decision_id bigint references application_decisions (id),
  assessment_id uuid references assessments (id),
  register_change_id bigint references register_history (id),
  -- Why, as the applicant typed it; emptied by an erasure.
  grounds text not null,
  state text not null default 'received',
  received_at timestamptz not null,
  heard_by text references people (id),
  heard_by_name text,
  heard_from timestamptz,
  settled_at timestamptz,
  reasons text,
  constraint appeals_against_known check (against in ('rejection', 'refusal', 'suspension', 'revocation')),
  constraint appeals_one_decision check (num_nonnulls(decision_id, assessment_id, register_change_id) = 1
    and (against = 'rejection') = (decision_id is not null) and (against = 'refusal') = (assessment_id is not null)),
  constraint appeals_state_known check (state in ('received', 'being-heard', 'upheld', 'not-upheld')),
  constraint appeals_heard check ((state = 'received') = (heard_by is null)),
  constraint appeals_settled check ((state in ('upheld', 'not-upheld')) = (settled_at is not null)
    and (settled_at is null) = (reasons is null))
);
create unique index appeals_reference on appeals (reference);
-- One appeal against each decision.
create unique index appeals_decision on appeals (decision_id) where decision_id is not null;
create unique index appeals_assessment on appeals (assessment_id) where assessment_id is not null;
create unique index appeals_register_change on appeals (register_change_id) where register_change_id is not null;
create index appeals_of on appeals (application_id, id);
create index appeals_open on appeals (received_at, id) where settled_at is null;

-- What an applicant can appeal against now, if it is not too late: what is decided again, lifted or assessed anew is not here.
create view appealable_decisions as
select a.id as application_id, 'rejection' as against, d.id as decision_id, null::uuid as assessment_id,
  null::bigint as register_change_id, d.decided_at
from applications a
join lateral (
  select id, decided_at from application_decisions where application_id = a.id and decision = 'rejected' order by id desc limit 1
) d on a.status = 'rejected'
union all
select s.application_id, 'refusal', null, s.id, null, s.decided_at
from assessments s
where s.status = 'decided' and s.outcome = 'refuse'
  and not exists (select from assessments l where l.application_id = s.application_id and l.opened_at > s.opened_at)
union all
select e.application_id, case h.change when 'suspended' then 'suspension' else 'revocation' end, null, null, h.id, h.happened_at
from register_entries e
join lateral (
  select id, change, happened_at from register_history
  where entry_id = e.id and change in ('suspended', 'revoked') order by id desc limit 1
) h on e.status in ('suspended', 'revoked')
where e.application_id is not null;

-- The record of a case, of either kind: what was done, who did it and when.
create table case_steps (
  id bigint generated always as identity primary key,
  concern_id uuid references concerns (id),
  appeal_id uuid references appeals (id),
  kind text not null,
  -- A person of the admin area; null for the reporter, the organiser and the applicant.
  actor_id text references people (id),
  actor_name text not null default '',
  text text not null default '',
  happened_at timestamptz not null,
  constraint case_steps_one_case check (num_nonnulls(concern_id, appeal_id) = 1),
  constraint case_steps_kind_known check (kind in ('received', 'message', 'taken-up', 'assigned', 'entry-named', 'note', 'asked',
    'replied', 'upheld', 'not-upheld', 'closed', 'note-removed'))
);
create index case_steps_concern on case_steps (concern_id, id) where concern_id is not null;
create index case_steps_appeal on case_steps (appeal_id, id) where appeal_id is not null;

-- Never edited and never deleted. A text can only be emptied, where the law asks for its erasure.
create trigger case_steps_kept before delete on case_steps
  for each row execute function refuse_change();
create trigger case_steps_append_only before update on case_steps
  for each row when (new.text <> '' or (to_jsonb(old) - 'text') is distinct from (to_jsonb(new) - 'text'))
  execute function refuse_change();

-- An appeal that is upheld puts a rejected application back: it is submitted again, and decided again.
alter table application_decisions drop constraint application_decisions_known;
alter table application_decisions add constraint application_decisions_known
  check (decision in ('approved', 'rejected', 'withdrawn', 'appeal-upheld'));
