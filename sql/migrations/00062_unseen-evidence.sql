-- Documents that nobody has looked at, of applications that nothing was paid for, are not kept for long: their applicant is told, then
-- they are deleted.

create table evidence_end_notices (
  application_id uuid primary key references applications (id),
  -- The last activity when the applicant was told. Whatever happens later ends the notice.
  activity_at timestamptz not null,
  told_at timestamptz not null,
  -- The day in London that the email names: nothing is deleted before it.
  deleted_on date not null
);

-- Which applications that is about, with their last activity. Left out is everything with an entry in the register, which a concern can be
-- about; and what was rejected or withdrawn, which is kept for an appeal and its own period.
create view unseen_evidence as
select a.id as application_id, greatest(
  a.submitted_at,
  (select max(decided_at) from application_decisions as d where d.application_id = a.id),
  (select max(written_at) from application_remarks as r where r.application_id = a.id),
  (select max(uploaded_at) from evidence_files as f where f.application_id = a.id),
  (select max(begun_at) from evidence_uploads as u where u.application_id = a.id),
  (
    select max(c.state_at) from assessment_criteria as c
    join assessments as s on s.id = c.assessment_id where s.application_id = a.id
  ),
  -- A call that is booked counts on its day, also while that is to come.
  (
    select max(greatest(l.booked_at, l.day::timestamp at time zone 'Europe/London')) from assessment_calls as l
    where l.application_id = a.id and l.state <> 'cancelled'
  )
) as activity_at
from applications as a
where a.status <> 'rejected' and a.withdrawn_at is null
  and exists (select from evidence_files as f where f.application_id = a.id and f.state in ('checking', 'ready'))
  and not exists (select from register_entries as e where e.application_id = a.id)
  and not exists (
    select from orders as o
    where o.application_id = a.id and (o.paid_at is not null or o.status not in ('expired', 'failed'))
  )
  and not exists (select from appeals as p where p.application_id = a.id and p.settled_at is null)
  -- Every application has an open assessment; a case is one that somebody works on.
  and not exists (
    select from assessments as s
    where s.application_id = a.id and (
      s.status <> 'open' or s.assigned_to is not null
      or exists (select from assessment_steps as t where t.assessment_id = s.id)
      or exists (
        select from assessment_criteria as c
        where c.assessment_id = s.id and (c.judged_at is not null or c.state in ('accepted', 'more-needed'))
      )
    )
  )
  and not exists (
    select from evidence_files as f
    join audit_log as l on l.subject_kind = 'evidence' and l.subject_id = f.id::text
    where f.application_id = a.id and l.actor_kind = 'person' and l.action in ('evidence.downloaded', 'evidence.previewed')
  );
