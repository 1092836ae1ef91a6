-- $1 e-mail address in small letters: that it was confirmed, and every link that was mailed to it.
with links as (
  delete from access_links where lower(email) = $1::text returning 1
), confirmations as (
  delete from address_confirmations where email = $1::text returning 1
), confirmed as (
  delete from confirmed_addresses where email = $1::text returning 1
)
select 1 as one from links union all select 1 from confirmations union all select 1 from confirmed
