-- $1 application, $2 whether its copy waits for the applicant's address to be confirmed
update applications set copy_waits = $2::boolean where id = $1::uuid
