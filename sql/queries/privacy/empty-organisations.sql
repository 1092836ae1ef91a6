-- $1 organisations, $2 whether their names stay (register, accounts): everything else about their contact goes.
update organisations
set contact_name = 'Erased', email = 'erased-' || id || '@erased.invalid', phone = '', website = null,
  name = case when $2::boolean then name else 'Erased' end,
  trading_name = case when $2::boolean then trading_name end,
  company_no = case when $2::boolean then company_no end,
  updated_at = now()
where id = any($1::uuid[]) and contact_name <> 'Erased'
returning id
