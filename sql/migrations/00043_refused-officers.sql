-- What the company register says of applicants that were refused, to know it again in another company: keyed hashes, never a name or an address.
-- They go with what was typed in the application (empty-old-applications.ts).

create table refused_officers (
  application_id uuid not null references applications (id) on delete cascade,
  -- officer: name and month of birth. office: the registered office.
  kind text not null,
  hash bytea not null,
  primary key (application_id, kind, hash),
  constraint refused_officers_kind_known check (kind in ('officer', 'office')),
  constraint refused_officers_hash check (octet_length(hash) = 32)
);
create index refused_officers_hash on refused_officers (hash);
