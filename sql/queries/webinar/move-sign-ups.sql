-- $1 when the webinar was to start, $2 when it starts now.
update webinar_sign_ups set webinar_at = $2::timestamptz where webinar_at = $1::timestamptz returning id
