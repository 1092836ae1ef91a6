-- The day of the register that the copy shows. $1 oldest age in days at which it is of use
select as_of, companies, loaded_at from register_copies where companies > 0 and as_of >= current_date - $1::int
