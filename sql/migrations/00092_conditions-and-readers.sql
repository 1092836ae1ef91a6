-- Who has an assessment open. A row is a sign of life of a person's open page, not a record: old ones are deleted.
create table assessment_readers (
  assessment_id uuid not null references assessments (id) on delete cascade,
  person_id text not null references people (id) on delete cascade,
  seen_at timestamptz not null,
  primary key (assessment_id, person_id)
);
create index assessment_readers_seen on assessment_readers (seen_at);

-- A document for a condition of an accreditation (criterion `condition-` and its id) is for the people who decided: it makes no criterion
-- received, and opens no assessment.
create or replace function evidence_arrived() returns trigger
language plpgsql as $$
declare
  open_assessment uuid;
begin
  if new.criterion_id like 'condition-%' then
    return null;
  end if;
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
