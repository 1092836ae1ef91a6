-- Who applies, held until the transaction ends, so that it is corrected before or not at all.
--
-- $1 organisation
select
  id,
  name,
  coalesce(trading_name, '') as trading_name,
  contact_name,
  email,
  phone,
  coalesce(website, '') as website,
  coalesce(company_no, '') as company_no
from organisations
where id = $1::uuid
for update
