-- What the public pages tell of people, winners, press releases, events and promises are claims as well: in production none without a valid
-- proof is shown (src/domain/claims.ts). What is added here is invented, and for the demonstration.

alter table claims drop constraint claims_kind_known;
alter table claims add constraint claims_kind_known check (kind in ('figure', 'testimonial', 'press-quote', 'earlier-price', 'deadline',
  'places-left', 'partner-logo', 'winner', 'person', 'press-release', 'announcement', 'promise', 'badge'));

insert into claims (place, position, kind, value, label, quote, name, role)
select place, 10 * row_number() over (partition by place order by n), kind, value, label, quote, name, role
from (values
  (1, 'awards-winners', 'winner', '2024', 'Outstanding Event Excellence', '', 'Tarnlight Lantern Festival', 'Tarnlight Arts, Kendal'),
  (2, 'awards-winners', 'winner', '2024', 'Sustainability Leadership', '', 'Wrenfield Makers’ Weekend', 'Wrenfield Guild, Hereford'),
  (3, 'awards-winners', 'winner', '2024', 'Community Impact Award', '', 'Saltmarsh Harbour Day', 'Saltmarsh Harbour Trust, Whitby'),
  (1, 'who-we-are', 'person', '', '', 'Responsible for the scheme and its staff. Takes no part in decisions on applications.',
    'Marian Oakshott', 'Chief executive'),
  (2, 'who-we-are', 'person', '', '', 'Responsible for the criteria and the work of the assessors.',
    'Devendra Halliwell', 'Head of assessment'),
  (3, 'who-we-are', 'person', '', '', 'Leads the panel of three people that decides cases referred by assessors.',
    'Ffion Carbery', 'Chair of the panel'),
  (1, 'webinar-event', 'announcement', '', '', '', 'AI for marketing and sales', ''),
  (1, 'webinar-speaker', 'person', '', '',
    'Tamsin has sold tickets for fairs, races and small festivals for 18 years. Since 2022 she has tried new AI tools on her own campaigns and kept those that worked.',
    'Tamsin Oakhollow', 'Adviser on marketing to event organisers'),
  (1, 'boxing-event', 'announcement', '', '', '', 'Championship boxing night', ''),
  (1, 'press-releases', 'press-release', 'national-events-database', '', '', 'National Events Database opens to the public', ''),
  (2, 'press-releases', 'press-release', 'register-history', '', '', 'Register to show when an accreditation lapses', ''),
  (3, 'press-releases', 'press-release', 'awards-submissions', '', '', 'Awards programme: submissions open each January', ''),
  (1, 'contact-chat', 'promise', '', '', '9am-5pm on working days. Ask for a link by phone or email', 'Live chat', ''),
  (1, 'marketing-guarantees', 'promise', '', '', 'Your campaign is live 48 hours after you send your material.', '48-hour launch', ''),
  (2, 'marketing-guarantees', 'promise', '', '',
    'After 30 days we look at the figures with you, and correct what does not work.', '30-day results', ''),
  (3, 'marketing-guarantees', 'promise', '', '', 'One person who knows your event and answers your questions.',
    'Dedicated account manager', ''),
  (1, 'ads-guarantee', 'promise', '', '', 'If ticket sales are not improved within 30 days, your first month is free.', 'Guarantee', ''),
  (1, 'levels-badge', 'badge', 'Most Popular', '', '', '', '')
) as samples (n, place, kind, value, label, quote, name, role);
