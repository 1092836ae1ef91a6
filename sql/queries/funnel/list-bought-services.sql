-- $1 application: services that it has bought. A monthly one that has ended may be bought again.
select distinct service
from orders, unnest(string_to_array(metadata ->> 'services', ',')) as service
where application_id = $1::uuid and type = 'extras'
  and (status in ('paid', 'disputed') or (status = 'cancelled' and service <> 'advertising'))
