-- $1 switch, $2 on, $3 who sets it. No row when it stands so already, or is not known.
update content_flags set is_on = $2::boolean, changed_at = now(), changed_by = $3::text
where name = $1::text and is_on <> $2::boolean
returning name
