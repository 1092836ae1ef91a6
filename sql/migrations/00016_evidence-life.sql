-- What becomes of evidence: documents that were accepted, that run out, and assessments that ask again. Files arrive by several ways
-- and are judged by others, so the states of criteria follow here, where no way can forget them.

alter table evidence_files
  -- Since when the criterion that it was sent for is accepted with it.
  add column accepted_at timestamptz,
  -- What its sender was told of its last day: 30 or 7 days before it, 0 once it had passed.
  add column told_days smallint,
  -- When the entry was suspended because it had run out: once for each document, so that whoever lifts that is not overruled.
  add column suspended_at timestamptz;

-- Until when each criterion is covered by accepted documents: of several, the latest last day counts. Null where none has one, and where
-- a document without one was accepted after the others had run out.
create view accepted_evidence as
select application_id, criterion_id,
  case
    when max(accepted_at) filter (where expires_on is null) >= max(expires_on) + 1 then null
    else max(expires_on)
  end as last_day
from evidence_files
where accepted_at is not null and state = 'ready'
group by application_id, criterion_id;

-- Opens the assessment that follows the last one, under the criteria of its day, with everything that is known already.
-- Answers nothing while another is open.
create function open_renewal(renewed uuid, opened timestamptz) returns uuid
language plpgsql as $$
declare
  follower uuid;
begin
  insert into assessments (application_id, kind, criteria_version, opened_at)
  select renewed, 'renewal', max(version), opened from criteria_versions
  on conflict (application_id) where status <> 'decided' do nothing
  returning id into follower;
  if follower is null then
    return null;
  end if;
  insert into assessment_criteria (assessment_id, criterion_id, state, state_reason, state_at, told_at, verdict, score, reason, note,
    judged_by, judged_by_name, judged_at)
  select follower, c.criterion_id,
    case when gone then 'wanted' else state end,
    case when gone then 'We do not hold this document any more. Send it again.' else state_reason end,
    state_at, told_at, case when not gone then verdict end, case when not gone then score end, reason, note, judged_by,
    judged_by_name, judged_at
  from assessment_criteria as c
  cross join lateral (
    -- Accepted with documents that were deleted since.
    select state = 'accepted' and not exists (
      select from accepted_evidence as e where e.application_id = renewed and e.criterion_id = c.criterion_id
    ) as gone
  ) as held
  where assessment_id = (
    select id from assessments where application_id = renewed and id <> follower order by opened_at desc, decided_at desc limit 1
  );
  return follower;
end
$$;

-- A document that arrives makes its criterion received, in the assessment that is open; after a decision one is opened.
create function evidence_arrived() returns trigger
language plpgsql as $$
declare
  open_assessment uuid;
begin
  select id into open_assessment from assessments where application_id = new.application_id and status <> 'decided';
  if open_assessment is null then
    open_assessment := open_renewal(new.application_id, new.uploaded_at);
  end if;
  insert into assessment_criteria as c (assessment_id, criterion_id, state)
  values (open_assessment, new.criterion_id, 'received')
  on conflict (assessment_id, criterion_id) do update
  set state = 'received', state_at = now(),
    -- What is asked for stays until it is answered; why something does not apply is over.
    state_reason = case when c.state = 'not-applicable' then '' else c.state_reason end;
  return null;
end
$$;
create trigger evidence_files_arrived after insert on evidence_files
  for each row when (new.state in ('checking', 'ready')) execute function evidence_arrived();

-- Without the last document that waited to be looked at, a criterion is what it was before.
create function evidence_gone() returns trigger
language plpgsql as $$
begin
  update assessment_criteria as c
  set state_at = now(),
    state = case
      when exists (
        select from accepted_evidence as e where e.application_id = new.application_id and e.criterion_id = c.criterion_id
      ) and c.state_reason = '' then 'accepted'
      when c.state_reason <> '' then 'more-needed'
      else 'wanted' end
  from assessments as a
  where a.id = c.assessment_id and a.application_id = new.application_id and a.status <> 'decided'
    and c.criterion_id = new.criterion_id and c.state = 'received'
    and not exists (
      select from evidence_files as f
      where f.application_id = new.application_id and f.criterion_id = new.criterion_id and f.accepted_at is null
        and f.state in ('checking', 'ready')
    );
  return null;
end
$$;
create trigger evidence_files_gone after update of state on evidence_files
  for each row when (old.state in ('checking', 'ready') and new.state in ('refused', 'purged'))
  execute function evidence_gone();

-- A criterion is accepted with the documents that are there, and what is taken back is taken back of them.
create function evidence_judged() returns trigger
language plpgsql as $$
declare
  of_application uuid;
begin
  select application_id into of_application from assessments where id = new.assessment_id;
  if new.state = 'accepted' then
    update evidence_files set accepted_at = now()
    where application_id = of_application and criterion_id = new.criterion_id and state = 'ready' and accepted_at is null;
  else
    update evidence_files set accepted_at = null
    where application_id = of_application and criterion_id = new.criterion_id and state = 'ready';
  end if;
  return null;
end
$$;
create trigger assessment_criteria_accepted after update of state on assessment_criteria
  for each row when (old.state <> 'accepted' and new.state = 'accepted') execute function evidence_judged();
-- A document that has run out (wanted) or is followed by another (received) was right in its time.
create trigger assessment_criteria_taken_back after update of state on assessment_criteria
  for each row when (old.state = 'accepted' and new.state in ('more-needed', 'not-applicable')) execute function evidence_judged();
