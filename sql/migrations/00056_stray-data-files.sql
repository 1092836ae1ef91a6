-- Daily files that may lie in the file store and are none of the site's: they are being made, or a process died while it made them, or they have been kept
-- long enough. Written before a file is stored, so that nothing stays there unknown.
create table stray_data_files (
  day date not null,
  name text not null,
  primary key (day, name)
);
