-- Words that so many names of the copy hold. $1 how many
select word from registered_words where names >= $1::int
