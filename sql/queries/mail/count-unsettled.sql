-- How many mails wait, and how many have failed.
select
  (select count(*) from mails where state = 'waiting') as waiting,
  (select count(*) from mails where state = 'failed') as failed
