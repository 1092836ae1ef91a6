-- Mails whose process died while handing them over
select id from mails where state = 'waiting' and sending_until < now()
