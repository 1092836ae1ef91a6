-- On what each result of an assessment rests. What was found before has no basis, and stays as it is: "Basis not recorded".

alter table assessment_criteria
  -- document: an accepted one, written at the decision; call, answer, record: what the assessor wrote (src/domain/assurance.ts). Null: not
  -- recorded, or not yet: until the decision the accepted documents tell.
  add column basis text,
  -- Of a document its last day, null where it has none; otherwise the day on which it was seen or said.
  add column basis_on date,
  -- Public.
  add column basis_text text not null default '',
  -- The first of the latest revisions that one person has written without anybody else between them.
  add column judged_since integer,
  add constraint assessment_criteria_basis check (
    basis is null
    or basis = 'document' and basis_text = ''
    or basis in ('call', 'answer', 'record') and basis_on is not null and btrim(basis_text) <> ''
  ) not valid;

-- Nothing rests on a document that is not there, whoever writes it.
create function basis_is_there() returns trigger
language plpgsql as $$
begin
  if new.verdict is null or new.verdict not in ('met', 'met-with-condition') or new.basis = 'document' and not exists (
    select from accepted_evidence as e join assessments as a on a.application_id = e.application_id
    where a.id = new.assessment_id and e.criterion_id = new.criterion_id and e.last_day is not distinct from new.basis_on
  ) then
    new.basis := null;
    new.basis_on := null;
    new.basis_text := '';
  end if;
  return new;
end
$$;
create trigger assessment_criteria_basis_is_there before insert or update of basis, verdict on assessment_criteria
  for each row when (new.basis is not null) execute function basis_is_there();

-- A person's own writes are told from those of others here, where the release before does it as well.
create function note_judge() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.judged_by = old.judged_by then
    new.judged_since := coalesce(old.judged_since, new.revision);
  else
    new.judged_since := new.revision;
  end if;
  return new;
end
$$;
create trigger assessment_criteria_judge before insert or update of judged_by on assessment_criteria
  for each row execute function note_judge();

alter table assessments
  -- Each result that is met has its basis. False of what was decided by the release before.
  add column has_bases boolean not null default false;
create index assessments_without_bases on assessments (decided_at) where status = 'decided' and outcome <> 'refuse' and not has_bases;

create function bases_are_recorded() returns trigger
language plpgsql as $$
begin
  if exists (
    select from assessment_criteria
    where assessment_id = new.id and verdict in ('met', 'met-with-condition') and basis is null
  ) then
    raise exception 'A criterion is met without a basis' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger assessments_bases before update of has_bases on assessments
  for each row when (new.has_bases) execute function bases_are_recorded();

-- What follows an assessment takes over what was written, and asks the documents anew.
create or replace function open_renewal(renewed uuid, opened timestamptz) returns uuid
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
    judged_by, judged_by_name, judged_at, basis, basis_on, basis_text)
  select follower, c.criterion_id,
    case when gone then 'wanted' else state end,
    case when gone then 'We do not hold this document any more. Send it again.' else state_reason end,
    state_at, told_at, case when not gone then verdict end, case when not gone then score end, reason, note, judged_by,
    judged_by_name, judged_at,
    case when basis <> 'document' then basis end, case when basis <> 'document' then basis_on end, basis_text
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

alter table register_checks
  -- The same, as the public reads it.
  add column basis text,
  add column basis_on date,
  add column basis_text text not null default '',
  add constraint register_checks_basis_known check (basis in ('document', 'call', 'answer', 'record'));

-- The release before writes other results over these rows and knows no basis: what it writes has none.
create function drop_basis() returns trigger
language plpgsql as $$
begin
  new.basis := null;
  new.basis_on := null;
  new.basis_text := '';
  return new;
end
$$;
create trigger register_checks_basis before update on register_checks
  for each row when (row(old.criterion_id, old.result, old.checked_on) is distinct from row(new.criterion_id, new.result, new.checked_on))
  execute function drop_basis();
