-- $1 import, $2 position from 0, $3 text. A piece sent again takes the place of the first. No row for what is not being received.
insert into national_import_pieces (import_id, position, content)
select id, $2::integer, $3::text from national_imports
where id = $1::uuid and state = 'receiving' and $2::integer between 0 and pieces - 1
on conflict (import_id, position) do update set content = excluded.content
returning position
