-- $1 e-mail address in small letters: the seats stay taken.
update boxing_reservations set name = '', email = '', phone = '', mailbox = '', visitor = '' where lower(email) = $1::text returning id
