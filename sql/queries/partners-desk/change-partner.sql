-- $1 partner, $2 name, $3 address or null, $4 logo or null, $5 shown
update partners set name = $2::text, url = $3::text, logo_url = $4::text, active = $5::boolean where id = $1::uuid
