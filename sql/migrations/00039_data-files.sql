-- The daily files of open data: what each is. What they hold lies in the file store, packed, under `data/{day}/{name}`.

create table data_files (
  day date not null,
  -- As its address ends: register.csv.
  name text not null,
  rows bigint not null,
  -- Of the file as it is read, not as it is stored.
  bytes bigint not null,
  sha256 text not null,
  made_at timestamptz not null,
  -- Of the register: the public log that it corresponds to, how many changes that had, and its checkpoint. Null where nothing was signed.
  log_name text,
  log_size bigint,
  log_checkpoint text,
  -- Whether every change in the file had its position then.
  is_exact boolean not null default true,
  primary key (day, name),
  constraint data_files_sha256 check (sha256 ~ '^[0-9a-f]{64}$')
);
