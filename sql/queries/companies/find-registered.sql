-- One company of the copy. $1 number
select number, name, status, status_detail, previous_names, line1, line2, town, county, postcode, country
from registered_companies where number = $1::text
