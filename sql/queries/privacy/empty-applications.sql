-- $1 applications: what was typed into them goes; reference, state, kind of event and decision stay.
update applications
set event_draft = event_draft || jsonb_build_object('title', 'Erased', 'date', '', 'venue', '', 'address', '', 'city', '', 'onlineUrl', '',
    'url', '', 'description', '', 'line_1', '', 'line_2', '', 'county', '', 'postcode', '', 'latitude', null, 'longitude', null),
  updated_at = now()
where id = any($1::uuid[]) and event_draft ->> 'title' <> 'Erased'
returning id
