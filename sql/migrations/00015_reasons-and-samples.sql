-- Texts that assessors choose from when they give a reason. What was chosen is copied into the decision, so a text can be changed
-- or deleted at any time.

create table reason_texts (
  id uuid primary key default gen_random_uuid(),
  -- src/features/assessments/criteria/reason-kinds.ts
  kind text not null,
  text text not null,
  position integer not null,
  -- Counts the changes: who has not seen the last one does not write over it.
  revision integer not null default 1,
  constraint reason_texts_kind_known check (kind in ('more-needed', 'not-met', 'condition', 'not-applicable', 'approve', 'reject', 'refuse')),
  constraint reason_texts_length check (length(text) between 1 and 600)
);
create index reason_texts_of on reason_texts (kind, position);

insert into reason_texts (kind, text, position)
select kind, text, 10 * row_number() over (partition by kind order by place)
from (values
  (1, 'more-needed', 'The document is out of date. Please send the version that is in force on the days of the event.'),
  (2, 'more-needed', 'The document does not name this event or this place. Please send one that was written for it.'),
  (3, 'more-needed', 'We could not read all of it. Please send a clear copy with every page.'),
  (4, 'more-needed', 'It does not say who is responsible. Please add a name and how that person is reached on the day.'),
  (5, 'more-needed', 'The document is a draft or is not signed. Please send the final version.'),
  (6, 'more-needed', 'It does not cover setting up and clearing away. Please add both.'),
  (7, 'more-needed', 'The number of people differs from your application. Please tell us which number is right, and correct the document if needed.'),
  (8, 'more-needed', 'The insurance certificate does not show the sum insured, the organiser’s name or the last day of cover. Please send one that shows all three.'),
  (9, 'more-needed', 'Please remove personal data that we do not need, such as criminal record certificates or medical details, and send the document again.'),
  (1, 'not-met', 'No evidence was sent by the date that we gave.'),
  (2, 'not-met', 'The evidence is about another event or another place.'),
  (3, 'not-met', 'The risks of this event are named, but it is not said what is done about them.'),
  (4, 'not-met', 'The arrangements do not fit the number of people that is expected.'),
  (5, 'not-met', 'The insurance does not cover the days of the event, or the sum is lower than we ask for.'),
  (6, 'not-met', 'A licence or permission that the event needs has not been granted.'),
  (7, 'not-met', 'It is not clear who is responsible for this on the day.'),
  (1, 'condition', 'Send the final, signed version of this document.'),
  (2, 'condition', 'Send the renewed insurance certificate before the present one ends.'),
  (3, 'condition', 'Send the licence or notice as soon as it has been granted. The event must not open without it.'),
  (4, 'condition', 'Name the person in charge and a deputy, and tell us how both are reached on the day.'),
  (5, 'condition', 'Send a record that shows that staff and stewards were briefed.'),
  (6, 'condition', 'Have the plan checked by the venue or the local Safety Advisory Group, and send what they say.'),
  (1, 'not-applicable', 'The event is held online and has no site.'),
  (2, 'not-applicable', 'The venue is responsible for this, and has confirmed it in writing.'),
  (3, 'not-applicable', 'The event has nothing that this is about.'),
  (4, 'not-applicable', 'The law does not ask for this at an event of this kind and size.'),
  (1, 'approve', 'The company register confirms the organisation, and the event is within the scheme.'),
  (2, 'approve', 'The organisation is not a company. Its documents and its website show who runs it.'),
  (3, 'approve', 'We asked for more, and the answer settles it.'),
  (1, 'reject', 'We could not confirm who the organiser is. The company number does not belong to the organisation that applied.'),
  (2, 'reject', 'The company register says that the company is no longer active.'),
  (3, 'reject', 'The event is not within the scheme: it does not take place in the United Kingdom, or it is not open to the people the scheme is for.'),
  (4, 'reject', 'The same event has been applied for already, and that application is being dealt with.'),
  (5, 'reject', 'We asked for more and had no answer in the time that we gave. You are welcome to apply again.'),
  (1, 'refuse', 'One or more criteria that this event must meet are not met. Each is named below with the reason.'),
  (2, 'refuse', 'The evidence that we asked for was not sent in time.'),
  (3, 'refuse', 'A condition of an earlier decision was not met by its date.'),
  (4, 'refuse', 'What we were told is contradicted by the evidence.'),
  (5, 'refuse', 'There is a serious risk to people’s safety that the plans do not deal with.')
) as first_set (place, kind, text);

-- Applications that the registry's confirmation approved and that somebody looks at all the same: a share of all of them, drawn at
-- random, and each that has something in common with one that was refused before.

-- What two applications are likened by. Null where there is too little to go by.
create function address_key(event_draft jsonb) returns text
language sql immutable parallel safe
return (
  select nullif(line, '') || ' ' || nullif(postcode, '')
  from (
    select
      regexp_replace(fold(coalesce(nullif(event_draft ->> 'line_1', ''), split_part(event_draft ->> 'address', ',', 1))), '[^a-z0-9]', '', 'g') as line,
      regexp_replace(upper(event_draft ->> 'postcode'), '[^A-Z0-9]', '', 'g') as postcode
  ) as written
);

-- A first and a last name at least.
create function contact_key(typed text) returns text
language sql immutable parallel safe
return (
  select case when name like '% %' then name end
  from (select btrim(regexp_replace(fold(typed), '[^a-z]+', ' ', 'g')) as name) as written
);

create index applications_address on applications (address_key(event_draft));
create index organisations_contact on organisations (contact_key(contact_name));

create table application_samples (
  application_id uuid primary key references applications (id),
  -- share: drawn at random; refused: it matches one that was refused before.
  reason text not null,
  -- Of the second: what is the same (company, email, address, contact), and the latest application that it is the same as.
  matches text[] not null default '{}',
  refused_application_id uuid references applications (id),
  chosen_at timestamptz not null default now(),
  looked_at timestamptz,
  -- wrong: found wrong when something had been paid, so that the approval could not be withdrawn any more.
  outcome text,
  looked_at_by text references people (id),
  looked_at_by_name text not null default '',
  constraint application_samples_reason_known check (reason in ('share', 'refused')),
  constraint application_samples_matches check ((reason = 'refused') = (refused_application_id is not null)),
  constraint application_samples_outcome_known check (outcome in ('fine', 'wrong', 'withdrawn')),
  constraint application_samples_looked_at check ((looked_at is null) = (outcome is null))
);
create index application_samples_open on application_samples (chosen_at) where looked_at is null;
create index application_samples_refused on application_samples (refused_application_id) where refused_application_id is not null;

-- What the admin area's charts read: assessments and verdicts of a period.
create index assessments_decided on assessments (decided_at) include (opened_at) where decided_at is not null;
create index assessment_criteria_judged on assessment_criteria (judged_at) include (criterion_id, verdict) where verdict is not null;
