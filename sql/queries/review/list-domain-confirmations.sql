-- $1 company number: the domains that reviewers have confirmed for it
select domain, confirmed_by_name, confirmed_at from company_domains where company_key = $1::text order by confirmed_at
