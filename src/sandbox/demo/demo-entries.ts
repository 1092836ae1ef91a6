import type { EventCategory } from '#domain/categories.ts'

type Extra = {
  featured?: true
  isPro?: true
  /** Pictures in the gallery. */
  pictures?: number
  website?: true
  tickets?: true
  buttonText?: string
  partners?: string[]
  /** Its year is over, and was not paid for again. */
  hasLapsed?: true
  /** What was decided of it, and the public reason. */
  decided?: { act: 'suspend' | 'revoke'; reason: string }
}

/** @param inDays from the day of loading; null for a private service without a date. @param time HH:MM. */
function entry(
  [title, organiser, category]: [string, string, EventCategory],
  [venue, city, inDays, time, price, capacity]: [string, string, number | null, string, string, number],
  description: string,
  extra: Extra = {},
) {
  // A figure that differs from event to event and is the same at every loading.
  const attendees = Math.round(capacity * (0.35 + ((title.length * 7) % 55) / 100))
  return { title, organiser, category, venue, city, inDays, time, price, capacity, attendees, description, ...extra }
}

export type DemoEntry = ReturnType<typeof entry>

/** The invented register of the demonstration: no event, venue or organiser here exists. */
export const demoEntries = [
  entry(
    ['Lanternlight Winter Arts Trail', 'Lanternlight Collective', 'Arts & Culture'],
    ['Ropewalk Gardens', 'Bristol', 12, '17:00', 'Free', 4000],
    'Forty illuminated works along a two-mile walk, made by artists from the city and its twin towns. Hot food at both ends, quiet sessions on Mondays and a step-free route throughout.',
    { featured: true, isPro: true, pictures: 5, tickets: true, partners: ['Ropewalk Trust', 'Harbour Arts Fund'] },
  ),
  entry(
    ['Northern Founders Summit', 'Millstone Business Forum', 'Business & Networking'],
    ['Exchange Hall at Millstone Quay', 'Manchester', 26, '09:00', 'From £85', 1200],
    'A day for people who run companies of five to fifty: hiring the first manager, exporting without a department, and when to say no to money. Every talk is given by somebody who has done it.',
    {
      featured: true,
      isPro: true,
      pictures: 3,
      tickets: true,
      website: true,
      partners: ['Millstone Business Forum', 'Tamewater Bank'],
    },
  ),
  entry(
    ['Tidewater Jazz Weekend', 'Tidewater Music Society', 'Music & Concerts'],
    ['The Old Customs Shed', 'Liverpool', 33, '19:30', '£18 to £42', 950],
    'Three nights and two afternoons of small-group jazz beside the river, with a Sunday session for players under eighteen.',
    { featured: true, pictures: 4, tickets: true, partners: ['Tidewater Music Society'] },
  ),
  entry(
    ['Pennine Edge Marathon', 'Pennine Edge Runners', 'Sports & Fitness'],
    ['Edgeside Park', 'Sheffield', 54, '08:30', '£48 entry', 6500],
    'A hilly road marathon and half marathon on closed roads. Medical cover at every third mile and a sweep vehicle until the last runner is home.',
    { featured: true, isPro: true, pictures: 3, website: true, partners: ['Edgeside Physio'] },
  ),
  entry(
    ['Harvest and Hearth Food Festival', 'Hearth Food Events', 'Food & Drink'],
    ['Castle Meadow Showground', 'Norwich', 41, '10:00', '£9, children free', 8000],
    'A hundred and twenty growers, bakers, smokers and brewers, a demonstration kitchen and a Saturday night long-table dinner.',
    { featured: true, pictures: 4, tickets: true, partners: ['Castle Meadow Estate'] },
  ),
  entry(
    ['Open Hands Charity Gala', 'Open Hands Foundation', 'Community & Social'],
    ['Corn Exchange Rooms', 'Leeds', 19, '19:00', '£75', 420],
    'Dinner, a silent auction and a hospital choir, in aid of family accommodation near children’s wards.',
    { featured: true, tickets: true },
  ),
  entry(
    ['Clydeside Robotics Fair', 'Clydeside Makers', 'Technology & Innovation'],
    ['Riveters’ Hall', 'Glasgow', 47, '10:00', '£12', 2200],
    'Robots that weld, weed, swim and fold laundry, most of them built within forty miles. Hands-on benches for every age.',
    { featured: true, pictures: 3, website: true },
  ),
  entry(
    ['Seven Bridges Rowing Regatta', 'Seven Bridges Rowing Club', 'Sports & Fitness'],
    ['Seven Bridges Boathouse', 'Newcastle', 68, '09:00', 'Free to watch', 3000],
    'Head races for eights, fours and sculls, with a learn-to-row tank on the bank.',
    { pictures: 2 },
  ),
  entry(
    ['Chapter and Verse Book Festival', 'Chapter and Verse', 'Arts & Culture'],
    ['Lady Well Library', 'Edinburgh', 15, '11:00', '£6 to £16', 1800],
    'Four days of readings, arguments and very small publishers, with British Sign Language interpretation at every main-stage event.',
    { tickets: true, pictures: 2 },
  ),
  entry(
    ['Fen Skies Kite Day', 'Fen Skies Flyers', 'Community & Social'],
    ['Long Drove Field', 'Cambridge', 83, '11:00', 'Free', 1500],
    'Kites of every size over the flattest field in the county, with a workshop for first-time builders.',
  ),
  entry(
    ['Copper Kettle Comedy Night', 'Copper Kettle Productions', 'Entertainment & Shows'],
    ['The Copper Kettle', 'Nottingham', 6, '20:00', '£14', 260],
    'Five comedians, one kettle, and a host who reads the reviews aloud.',
    { tickets: true },
  ),
  entry(
    ['Severn Valley Steam Gala', 'Severn Valley Line Society', 'Travel & Adventure'],
    ['Oldbridge Station', 'Worcester', 60, '09:30', '£28', 2400],
    'Nine visiting engines, a dawn freight run and a dining train that takes its time.',
    { buttonText: 'Plan My Tour', pictures: 3, featured: true },
  ),
  entry(
    ['Thread and Silhouette Fashion Week', 'Silhouette North', 'Fashion & Beauty'],
    ['Tannery Arches', 'Leicester', 29, '18:00', 'From £22', 700],
    'Graduate collections, a mending hall and an evening of clothes made only from what was already in the building.',
    { website: true, pictures: 2 },
  ),
  entry(
    ['Still Waters Wellbeing Retreat', 'Still Waters', 'Health & Wellness'],
    ['Lakehead House', 'Carlisle', 37, '10:00', '£160', 90],
    'A weekend of walking, breathing and sleeping, led by registered practitioners.',
  ),
  entry(
    ['Bright Minds Science Day', 'Bright Minds Trust', 'Education & Learning'],
    ['Founders’ Halls', 'Birmingham', 9, '10:00', 'Free', 2600],
    'Sixty experiments that visitors run themselves, from a cloud in a bottle to a bridge of spaghetti that carries a bicycle.',
    { pictures: 3, partners: ['Founders’ Halls', 'Lowfield Engineering'] },
  ),
  entry(
    ['Cider and Song', 'Orchard Row', 'Food & Drink'],
    ['Orchard Row Barn', 'Hereford', 22, '16:00', '£15', 480],
    'Eleven makers, two choirs and a press that anybody may turn.',
    { tickets: true },
  ),
  entry(
    ['Cardiff Choral Sunrise', 'Bayside Voices', 'Music & Concerts'],
    ['Pierhead Steps', 'Cardiff', 96, '06:15', 'Free', 1100],
    'Four hundred singers greet the morning. Scores are lent; dogs are tolerated.',
  ),
  entry(
    ['Green Energy Exchange', 'Exchange Partnership', 'Technology & Innovation'],
    ['Dockside Conference Centre', 'Hull', 44, '09:30', '£120', 900],
    'Heat networks, tidal power and the awkward question of planning, for councils and the people who supply them.',
    { isPro: true, website: true, partners: ['Dockside Conference Centre'] },
  ),
  entry(
    ['Belfast Bread Week', 'Griddle and Stone', 'Food & Drink'],
    ['Smithfield Yard', 'Belfast', 50, '09:00', '£5', 1400],
    'Soda farls, sourdoughs and a competition that has ended friendships.',
  ),
  entry(
    ['Moorland Night Ride', 'Moorland Wheelers', 'Sports & Fitness'],
    ['High Cross Car Park', 'Bradford', 14, '18:30', '£10', 350],
    'Thirty miles of moor by lamp, with marshals at every gate.',
  ),
  entry(
    ['Puppets on the Prom', 'Promenade Puppetry', 'Entertainment & Shows'],
    ['The Promenade Bandstand', 'Brighton', 72, '12:00', 'Free', 900],
    'Giants, marionettes and a sea monster worked by twelve people.',
    { pictures: 2 },
  ),
  entry(
    ['Wool and Weave Fair', 'Dale Weavers’ Guild', 'Arts & Culture'],
    ['Skirtgate Market Hall', 'Wakefield', 31, '10:00', '£4', 1000],
    'Fleece to jumper in one day, by relay.',
  ),
  entry(
    ['Small Charities Day', 'Good Ground', 'Community & Social'],
    ['Unity House', 'Coventry', 17, '09:30', 'Free', 500],
    'Trustees, treasurers and volunteers of charities with less than £100,000 a year: law, money and keeping going.',
  ),
  entry(
    ['Harbour Lights Film Season', 'Harbour Lights Cinema Club', 'Entertainment & Shows'],
    ['Quay Street Picture House', 'Plymouth', 24, '19:45', '£8', 180],
    'Silent films with a live piano, and a bar that keeps quiet.',
    { tickets: true },
  ),
  entry(
    ['Wessex Cheese Trials', 'Wessex Dairy Circle', 'Food & Drink'],
    ['Market Cross Pavilion', 'Salisbury', 58, '10:00', '£7', 1200],
    'Two hundred cheeses, blind judging and a children’s table of the mild ones.',
  ),
  entry(
    ['Chess in the Cloisters', 'Cathedral Close Chess Club', 'Education & Learning'],
    ['Cloister Rooms', 'Lincoln', 36, '10:00', '£12', 240],
    'Rated rapid play in six sections, with a beginners’ hall.',
  ),
  entry(
    ['Riverside Runners’ Ten', 'Riverside Runners', 'Sports & Fitness'],
    ['Weir Bridge', 'York', 20, '10:00', '£16', 1800],
    'Ten flat miles out and back along the towpath.',
    { website: true },
  ),
  entry(
    ['Poetry under the Arches', 'Viaduct Poets', 'Arts & Culture'],
    ['Arch Nineteen', 'Stockport', 8, '19:00', 'Pay what you can', 120],
    'Open microphone for an hour, then three poets who were asked.',
  ),
  entry(
    ['Digital Health Forum', 'Forum for Digital Care', 'Health & Wellness'],
    ['Infirmary Lane Centre', 'Oxford', 62, '09:00', '£140', 600],
    'What works on wards, told by the nurses who use it.',
    { isPro: true, website: true },
  ),
  entry(
    ['Night Market at the Gasworks', 'Gasworks Traders', 'Food & Drink'],
    ['The Gasworks', 'London', 5, '17:00', 'Free', 2500],
    'Forty stalls under the gas holder, every Friday of the month.',
    { featured: true, pictures: 4 },
  ),
  entry(
    ['London Letterpress Fair', 'Compositors’ Circle', 'Arts & Culture'],
    ['Fleet Yard Hall', 'London', 39, '10:00', '£5', 900],
    'Type, paper, ink and people who mind about all three.',
  ),
  entry(
    ['City Finance Leaders Dinner', 'Ledger Club', 'Business & Networking'],
    ['Aldersyde Livery Hall', 'London', 28, '18:30', '£180', 280],
    'A dinner with one short speech.',
    { isPro: true },
  ),
  entry(
    ['South Bank Folk Sessions', 'Thameside Folk', 'Music & Concerts'],
    ['Waterman’s Rooms', 'London', 45, '19:30', '£12', 220],
    'Tunes in the round; bring an instrument or a chair.',
    { tickets: true },
  ),
  entry(
    ['Careers Without Degrees', 'Open Door Skills', 'Education & Learning'],
    ['Tramway Hall', 'London', 51, '11:00', 'Free', 1600],
    'Eighty employers who hire on what people can do.',
    { website: true },
  ),
  entry(
    ['Spring Fashion Swap', 'Second Season', 'Fashion & Beauty'],
    ['St Anne’s Undercroft', 'Manchester', 110, '11:00', '£3', 500],
    'Bring five pieces, take five pieces, mend the rest at the tables.',
  ),
  entry(
    ['Manchester Makers’ Market', 'Ancoats Yard Makers', 'Other'],
    ['Ancoats Yard', 'Manchester', 11, '10:00', 'Free', 3000],
    'A hundred makers, no resellers.',
    { pictures: 2 },
  ),
  entry(
    ['Quiet Hour Museum Night', 'Northgate Museums', 'Arts & Culture'],
    ['Northgate Museum', 'Chester', 27, '18:00', '£4', 200],
    'The galleries after dark with the sound turned off, for people who find crowds hard.',
  ),
  entry(
    ['Highland Trail Weekend', 'Great Glen Trails', 'Travel & Adventure'],
    ['Firthside Hall', 'Inverness', 75, '08:00', '£55', 400],
    'Two days of guided walks, map schools and a ceilidh.',
    { buttonText: 'Plan My Tour', isPro: true },
  ),
  entry(
    ['Swansea Sea Swim', 'Bay Swimmers', 'Sports & Fitness'],
    ['Slipway Bay', 'Swansea', 130, '10:00', '£20', 700],
    'One mile and three, with a kayak to every ten swimmers.',
  ),
  entry(
    ['Winter Warmers Soup Social', 'Neighbours of Dene Road', 'Community & Social'],
    ['Dene Road Community Centre', 'Sunderland', 4, '12:30', 'Free', 160],
    'Twelve soups, board games and somebody to talk to.',
  ),
  entry(
    ['Derby Model Railway Show', 'Midland Gauge Society', 'Other'],
    ['Roundhouse Pavilion', 'Derby', 66, '10:00', '£11', 1700],
    'Thirty layouts from the Highlands to an imaginary branch line in Peru.',
    { tickets: true },
  ),
  entry(
    ['Lakeside Yoga Morning', 'Slow Sunday', 'Health & Wellness'],
    ['Boathouse Lawn', 'Lancaster', 18, '08:00', '£9', 80],
    'An hour and a half at an easy pace, mats lent.',
  ),
  entry(
    ['Portside Theatre Festival', 'Portside Players', 'Entertainment & Shows'],
    ['Ropery Theatre', 'Portsmouth', 48, '19:00', '£10 to £25', 640],
    'Eleven companies, eleven plays of an hour.',
    { pictures: 3, tickets: true, featured: true },
  ),
  entry(
    ['Exeter Apple Day', 'Exe Orchards', 'Food & Drink'],
    ['Priory Orchard', 'Exeter', 90, '11:00', '£3', 900],
    'Identify, press, peel in one piece.',
  ),
  entry(
    ['Rural Tech Meet-up', 'Hedgerow Code', 'Technology & Innovation'],
    ['Grain Store', 'Shrewsbury', 13, '18:30', 'Free', 70],
    'Short talks by people who write software where the signal is poor.',
  ),
  entry(
    ['Beauty Trade Day', 'Counter and Mirror', 'Fashion & Beauty'],
    ['Westgate Halls', 'Southampton', 56, '09:00', '£25', 1300],
    'For salons and barbers: products, law on treatments, and insurance explained.',
    { isPro: true, website: true },
  ),
  entry(
    ['Travellers’ Tales Evening', 'Map Room Club', 'Travel & Adventure'],
    ['The Map Room', 'Bath', 30, '19:30', '£7', 140],
    'Three journeys, none by aeroplane.',
    { buttonText: 'Plan My Tour' },
  ),
  entry(
    ['Family Celebrations by Wren and Daughters', 'Wren and Daughters', 'Other'],
    ['', 'Gloucester', null, '', '', 150],
    'A private event service: weddings, namings and anniversaries, planned with the family on a date of their choosing.',
    { website: true },
  ),
  entry(
    ['Dundee Games Jam', 'Tayside Play', 'Technology & Innovation'],
    ['Jute Works', 'Dundee', 40, '17:00', 'Free', 220],
    'Forty-eight hours, one theme, and a quiet room with beds.',
  ),
  entry(
    ['Canal Boat Concerts', 'Slow Water Music', 'Music & Concerts'],
    ['Basin Wharf', 'Birmingham', 88, '15:00', '£16', 110],
    'Chamber music at four miles an hour.',
    { tickets: true },
  ),
  // What has taken place stays on the register.
  entry(
    ['Autumn Cloth Fair', 'Dale Weavers’ Guild', 'Fashion & Beauty'],
    ['Piece Hall Rooms', 'Halifax', -24, '10:00', '£4', 1100],
    'Bolts, buttons and a repair clinic.',
  ),
  entry(
    ['Bonfire Choir Night', 'Bayside Voices', 'Music & Concerts'],
    ['Roath Field', 'Cardiff', -16, '18:30', '£6', 2000],
    'Songs before the fire, and cocoa after it.',
    { pictures: 2 },
  ),
  entry(
    ['Harvest Half Marathon', 'Fenland Harriers', 'Sports & Fitness'],
    ['Drove End', 'Peterborough', -47, '09:30', '£30', 2500],
    'Thirteen level miles between stubble fields.',
    { featured: true },
  ),
  entry(
    ['Regional Apprentice Awards', 'Open Door Skills', 'Education & Learning'],
    ['Guild Rooms', 'Preston', -75, '18:00', '£40', 350],
    'The year’s best apprentices of four counties, chosen by the people who trained them.',
  ),
  entry(
    ['Coastal Clean-Up Day', 'Strandline Volunteers', 'Community & Social'],
    ['South Sands', 'Whitby', -120, '10:00', 'Free', 400],
    'Two miles of beach, four hundred pairs of gloves.',
  ),
  // What has lost its accreditation is shown as such, and why.
  entry(
    ['Midlands Vaping and Lifestyle Expo', 'Halcyon Shows', 'Other'],
    ['Ringway Exhibition Halls', 'Wolverhampton', 35, '10:00', '£10', 5000],
    'A trade and public exhibition.',
    { decided: { act: 'revoke', reason: 'Stewarding records given to the panel were found to be untrue.' } },
  ),
  entry(
    ['Ultra Bass Arena Night', 'Lowend Live', 'Music & Concerts'],
    ['Foundry Arena', 'Birmingham', 21, '21:00', '£30', 6000],
    'A night of drum and bass with two stages.',
    {
      decided: { act: 'suspend', reason: 'The crowd safety plan is being reviewed after a change of venue.' },
      tickets: true,
    },
  ),
  entry(
    ['Inflatable Obstacle Challenge', 'Bouncefield', 'Sports & Fitness'],
    ['Racecourse Paddock', 'Doncaster', 64, '09:00', '£24', 3200],
    'Three miles of inflatables.',
    {
      decided: { act: 'suspend', reason: 'Proof of public liability insurance has expired and has not been replaced.' },
    },
  ),
  entry(
    ['Vintage Vehicle Muster', 'Chrome and Canvas Club', 'Travel & Adventure'],
    ['Aerodrome Field', 'Chester', 43, '09:00', '£8', 2700],
    'Six hundred vehicles older than their drivers.',
    { hasLapsed: true },
  ),
  entry(
    ['Wellness Tech Expo', 'Pulse Exhibitions', 'Health & Wellness'],
    ['Riverside Halls', 'Leeds', 70, '09:30', '£18', 1900],
    'Devices that count things, and clinicians who say which counts matter.',
    { hasLapsed: true },
  ),
  entry(
    ['Summer Street Dance Battle', 'Pavement Movement', 'Entertainment & Shows'],
    ['Market Place', 'Leicester', -90, '13:00', 'Free', 1500],
    'Crews from nine towns on one square of lino.',
    { hasLapsed: true },
  ),
]
