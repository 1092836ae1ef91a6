-- A document that came by email (criterion `email`) makes no criterion received and opens no assessment, as one for a condition: a person brings it to the
-- criterion that it is for.
create or replace function evidence_arrived() returns trigger
language plpgsql as $$
declare
  open_assessment uuid;
begin
  if new.criterion_id = 'email' or new.criterion_id like 'condition-%' then
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
