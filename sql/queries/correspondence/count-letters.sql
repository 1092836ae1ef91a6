-- How many letters of each kind are new.
select kind, count(*) as letters from letters where state = 'new' group by kind
