-- The names of the switches that are off.
select name from content_flags where not is_on
