-- Of a folded text these three are all that is left: fold() writes the others as the first. A search asks this of every entry that it finds, and
-- PostgreSQL compares each letter with each of the eight in translate(). What the indexes hold stays as it is.
create or replace function without_apostrophes(value text) returns text
language sql immutable strict parallel safe
return replace(replace(replace(value, '''', ''), '`', ''), '´', '');
