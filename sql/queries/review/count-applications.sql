-- How many applications stand where.
select status, count(*) as applications from applications group by status
