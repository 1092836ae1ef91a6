-- What the authority claims of itself on the public pages: headline figures, quotations, earlier prices, deadlines, places left, partners.
-- Each is a row with its proof, who answers for it, and from when to when it holds. In production one without a valid proof is not shown
-- (src/domain/claims.ts). And what the page "How we count" counts with.

create table claims (
  id uuid primary key default gen_random_uuid(),
  -- Where it is shown (src/domain/claim-places.ts), and its order there.
  place text not null,
  position integer not null,
  kind text not null,
  -- Its text. Which of these it has, its kind says. The value of a partner's logo names its drawing (src/ui/wordmark.tsx).
  value text not null default '',
  label text not null default '',
  quote text not null default '',
  name text not null default '',
  role text not null default '',
  -- The proof: what it is, in a sentence, and where it can be read: a link, or the address of a file.
  source text not null default '',
  proof text not null default '',
  -- Who answers for it.
  owner text not null default '',
  -- The first and last day in London on which it holds.
  valid_from date,
  valid_until date,
  -- Counts the changes: who has not seen the last one does not write over it.
  revision integer not null default 1,
  changed_at timestamptz,
  changed_by text references people (id) on delete set null,
  constraint claims_kind_known
    check (kind in ('figure', 'testimonial', 'press-quote', 'earlier-price', 'deadline', 'places-left', 'partner-logo')),
  constraint claims_dates_order check (valid_until >= valid_from)
);
create index claims_of on claims (place, position);

-- The header of every page shows some of them, so a change drops every cached page.
create trigger claims_announce after insert or update or delete on claims
  for each statement execute function announce_tags('*');

insert into claims (place, position, kind, value, label, quote, name, role)
select place, 10 * row_number() over (partition by place order by n), kind, value, label, quote, name, role
from (values
  (1, 'header', 'partner-logo', 'tarnlight', '', '', 'Tarnlight TV', ''),
  (2, 'header', 'partner-logo', 'wrenfield', '', '', 'Wrenfield One', ''),
  (3, 'header', 'partner-logo', 'ostlermere', '', '', 'Ostlermere Radio', ''),
  (1, 'home-broadcasters', 'partner-logo', 'tarnlight', '', '', 'Tarnlight TV', ''),
  (2, 'home-broadcasters', 'partner-logo', 'wrenfield', '', '', 'Wrenfield One', ''),
  (3, 'home-broadcasters', 'partner-logo', 'ostlermere', '', '', 'Ostlermere Radio', ''),
  (4, 'home-broadcasters', 'partner-logo', 'kittiwake', '', '', 'Kittiwake 24', ''),
  (5, 'home-broadcasters', 'partner-logo', 'fellgate', '', '', 'Fellgate Sport', ''),
  (6, 'home-broadcasters', 'partner-logo', 'quillmoor', '', '', 'Quillmoor Arts', ''),
  (7, 'home-broadcasters', 'partner-logo', 'hexbeck', '', '', 'Hexbeck News', ''),
  (8, 'home-broadcasters', 'partner-logo', 'saltmarsh', '', '', 'Saltmarsh Sound', ''),
  (1, 'home-figures', 'figure', '2,500+', 'accredited events', '', '', ''),
  (2, 'home-figures', 'figure', '150+', 'partner organisations', '', '', ''),
  (3, 'home-figures', 'figure', '£2.1B', 'economic impact', '', '', ''),
  (4, 'home-figures', 'figure', '98%', 'safety compliance', '', '', ''),
  (1, 'quick-apply-figures', 'figure', 'Over 500', 'accredited events', '', '', ''),
  (2, 'quick-apply-figures', 'figure', '40%', 'average attendance increase', '', '', ''),
  (1, 'quick-apply-testimonials', 'testimonial', '', '',
    'Filling in the forms made us look at our stewarding plan again. The mark on the poster came second.',
    'Odette Marlowe-Finch', 'Larkmoor Lantern Walk'),
  (2, 'quick-apply-testimonials', 'testimonial', '', '',
    'Sponsors used to ask for our insurance and our risk assessment, one email at a time. Now they look us up.',
    'Barnaby Quill', 'Fettle & Frame Makers’ Fair'),
  (3, 'quick-apply-testimonials', 'testimonial', '', '',
    'Parents want to know who is behind a children’s event before they buy. The register answers that for us.',
    'Ines Thistlewood', 'Puddlewick Story Weekend'),
  (1, 'webinar-banner', 'places-left', 'Only 47 spots left.', '', '', '', ''),
  (2, 'webinar-banner', 'deadline', 'The free offer expires at midnight.', '', '', '', ''),
  (1, 'webinar-testimonials', 'testimonial', '', '',
    'We planned the whole autumn in an afternoon, and for once we kept to the plan.',
    'Rufus Penhaligan-Moss', 'Fernwhistle Orchard Fair'),
  (2, 'webinar-testimonials', 'testimonial', '', '',
    'The emails now sound like us. Before, they sounded like everybody.',
    'Clementine Ashgrove', 'Thrapston Quay Regatta'),
  (3, 'webinar-testimonials', 'testimonial', '', '',
    'I came for the tools and stayed for the part on consent. It saved us from a mistake.',
    'Idris Wendlebury', 'Cobblegate Winter Market'),
  (1, 'webinar-urgency', 'places-left', '47', 'spots left', '', '', ''),
  (2, 'webinar-urgency', 'figure', '100', 'people at most', '', '', ''),
  (3, 'webinar-urgency', 'figure', '£2,500', 'value of the blueprint that attendees receive', '', '', ''),
  (4, 'webinar-urgency', 'deadline', '48 hours', 'of replay, then it is gone', '', '', ''),
  (5, 'webinar-urgency', 'figure', '30 seconds', 'until your link is sent', '', '', ''),
  (1, 'webinar-deadline', 'deadline', 'The offer expires at midnight.', '', '', '', ''),
  (1, 'webinar-registration', 'places-left', 'Only 23 spots left.', '', '', '', ''),
  (1, 'award-was', 'earlier-price', '£249', '', '', '', ''),
  (1, 'award-badge', 'deadline', 'Limited Time: 20% Off', '', '', '', ''),
  (1, 'marketing-was', 'earlier-price', '£1,495', '', '', '', ''),
  (1, 'marketing-figures', 'figure', '3.2x', 'more bookings', '', '', ''),
  (2, 'marketing-figures', 'figure', '65%', 'higher conversion', '', '', ''),
  (3, 'marketing-figures', 'figure', '48h', 'launch', '', '', ''),
  (1, 'marketing-testimonials', 'testimonial', '', '',
    'We had the page on Tuesday and the first bookings on Thursday. I only sent photographs.',
    'Organiser of a food festival', ''),
  (2, 'marketing-testimonials', 'testimonial', '', '',
    'The emails did what I never found the time for. Half of our seats went before the posters were up.',
    'Venue manager', ''),
  (3, 'marketing-testimonials', 'testimonial', '', '',
    'For the first time we can see which advertisement sold which ticket.',
    'Director of a conference', ''),
  (1, 'ads-figures', 'figure', '£4.20', 'return per £1', '', '', ''),
  (2, 'ads-figures', 'figure', '35%', 'more attendees', '', '', ''),
  (3, 'ads-figures', 'figure', '48h', 'launch', '', '', ''),
  (1, 'packages-was', 'earlier-price', '£299', '', '', '', '')
) as today (n, place, kind, value, label, quote, name, role);

-- How much of the office hours (Monday to Friday, 9:00 to 17:30 in London; bank holidays are not known) lies between two moments.
create function office_time(begins timestamptz, ends timestamptz) returns interval
language sql immutable strict parallel safe
return (
  select coalesce(sum(closes - opens), '0')
  from generate_series(
      date_trunc('day', begins at time zone 'Europe/London'), ends at time zone 'Europe/London', '1 day'
    ) as day,
    lateral (select greatest(begins at time zone 'Europe/London', day + interval '9 hours') as opens,
      least(ends at time zone 'Europe/London', day + interval '17 hours 30 minutes') as closes) as office
  where extract(isodow from day) < 6 and closes > opens
);

-- Whether what was complained about was right; null for what was closed before this was asked.
alter table complaints add column is_upheld boolean;
create index complaints_closed on complaints (closed_at) where closed_at is not null;
create index appeals_settled on appeals (settled_at) where settled_at is not null;
create index assessments_decided_at on assessments (decided_at) where decided_at is not null;
