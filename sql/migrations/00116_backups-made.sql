-- When deploy/backup.sh has made a dump: alerts and doctor look at the age of the newest one.
create table backups_made (
  made_at timestamptz primary key default now(),
  bytes bigint not null
);
