-- The latest end that was signed for a place; null for no end. An earlier one takes another place.
alter table credential_places add column valid_until timestamptz;

-- What went into it besides the entry and the key: the program, the address of the site and the name of the authority, as a hash.
alter table entry_credentials alter column form type text;
alter table credential_status_lists add column form text not null;

-- The key and the form that everything has been signed with.
alter table credential_progress
  add column key_id uuid,
  add column form text;
