-- Files of public events that the desk brings in by the browser: taken in pieces, checked, confirmed, imported. The pieces go when
-- the import is done; what came of it stays.

create table national_imports (
  id uuid primary key default gen_random_uuid(),
  file_name text not null,
  pieces integer not null,
  state text not null default 'receiving',
  -- Rows read so far, by the check or by the import.
  rows_read integer not null default 0,
  -- What the check has found: {"rows", "refused", "problems": [{"line", "reason"}], "ignored": [...]}.
  found jsonb,
  -- What the import has done.
  summary jsonb,
  -- Why the file cannot be read at all, or why its import failed.
  problem text,
  created_by text references people (id) on delete set null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint national_imports_state_known
    check (state in ('receiving', 'checking', 'checked', 'importing', 'done', 'failed')),
  constraint national_imports_pieces check (pieces between 1 and 400)
);
create index national_imports_newest on national_imports (created_at desc);

create table national_import_pieces (
  import_id uuid not null references national_imports (id) on delete cascade,
  position integer not null,
  content text not null,
  primary key (import_id, position)
);
