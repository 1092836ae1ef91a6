-- Where a mail that goes to a list can be unsubscribed from with one click (RFC 8058); null for every other mail.
alter table mails add column unsubscribe_url text;
