-- $1 code, $2 now: no row for an unknown code and for one that has ended.
update coupons set ends_at = $2::timestamptz
where code = $1::text and (ends_at is null or ends_at > $2::timestamptz)
returning code
