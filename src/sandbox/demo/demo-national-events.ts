import type { EventCategory } from '#domain/categories.ts'
import { demoEntries } from './demo-entries.ts'

/** Of the accredited events in the demonstration's register, how many the database knows, too. */
const accreditedEvents = 14

/** The invented National Events Database of the demonstration: some events of its register, and others that nobody accredited. */
export function demoNationalEvents() {
  const accredited = demoEntries.filter(({ hasLapsed, decided, inDays }) => !hasLapsed && !decided && inDays !== null)
  return [
    ...accredited
      .slice(0, accreditedEvents)
      .map((entry) => ({ ...entry, accredited: true, featured: entry.featured ?? false })),
    ...others.map(([title, organiser, category, venue, city, inDays, time, mark]) => {
      const event = { title, organiser, category, venue, city, inDays, time, description: '' }
      return { ...event, featured: mark === 'featured', accredited: false }
    }),
  ]
}

type OtherEvent = [
  title: string,
  organiser: string,
  category: EventCategory,
  venue: string,
  city: string,
  /** Days from the day of loading; null where no date is known. */
  inDays: number | null,
  /** HH:MM; empty where it is not known. */
  time: string,
  mark?: 'featured',
]

// No event, venue or organiser here exists.
const others: OtherEvent[] = [
  ['Larkspur Lane Street Fair', 'Larkspur Lane Traders', 'Community & Social', 'Larkspur Lane', 'York', 5, '10:00'],
  ['Gravel and Gorse Cycle Ride', 'Gorse Wheelers', 'Sports & Fitness', 'Gorse Common', 'Guildford', 8, '08:00'],
  [
    'Ink and Iron Print Show',
    'Ink and Iron',
    'Arts & Culture',
    'Foundry Studios',
    'Sheffield',
    10,
    '11:00',
    'featured',
  ],
  [
    'Advent Brass at the Buttercross',
    'Buttercross Band',
    'Music & Concerts',
    'The Buttercross',
    'Winchester',
    13,
    '18:00',
  ],
  [
    'Midwinter Pudding Market',
    'Copperpan Markets',
    'Food & Drink',
    'Copperpan Square',
    'Bath',
    16,
    '10:00',
    'featured',
  ],
  ['Quillwright Poetry Slam', 'Quillwright', 'Arts & Culture', 'The Inkwell', 'Norwich', 18, '20:00'],
  ['Tinker and Test Hack Day', 'Tinker and Test', 'Technology & Innovation', 'Loom Works', 'Dundee', 20, '09:30'],
  ['Fells and Fiddles', 'Fellside Folk', 'Music & Concerts', 'Fellside Barn', 'Kendal', 23, '19:30'],
  ['Frostbitten Ten Mile Run', 'Frostbitten Runners', 'Sports & Fitness', 'Willow Park', 'Lincoln', 25, '09:00'],
  [
    'Lamplighters’ Lantern Parade',
    'Lamplighters’ Guild',
    'Community & Social',
    'Lamplight Hill',
    'Durham',
    27,
    '17:30',
  ],
  ['New Year Dip at Pebble Cove', 'Pebble Cove Bathers', 'Health & Wellness', 'Pebble Cove', 'Brighton', 41, '11:00'],
  ['Twelfth Night Wassail', 'Orchard Row', 'Food & Drink', 'Orchard Row Barn', 'Hereford', 46, '16:00'],
  ['Hobbyhorse Toy Collectors’ Day', 'Hobbyhorse Club', 'Other', 'Assembly Rooms at Elmgate', 'Derby', 49, '10:00'],
  ['Saltbox Ceramics Fair', 'Saltbox Potters', 'Arts & Culture', 'Saltbox Hall', 'Plymouth', 52, '10:00'],
  [
    'Small Print Law Clinic',
    'Small Print',
    'Education & Learning',
    'Reading Room at Kingsbridge',
    'Leicester',
    53,
    '13:00',
  ],
  ['Northlight Photography Week', 'Northlight Society', 'Arts & Culture', 'Northlight Gallery', 'Aberdeen', 57, ''],
  ['Founders’ Breakfast', 'Early Table', 'Business & Networking', 'The Early Table', 'Leeds', 59, '07:30'],
  ['Hop Yard Cask Weekend', 'Hop Yard Brewers', 'Food & Drink', 'Hop Yard', 'Canterbury', 63, '12:00'],
  [
    'Velvet Curtain Panto Season',
    'Velvet Curtain',
    'Entertainment & Shows',
    'Velvet Curtain Playhouse',
    'Wrexham',
    24,
    '14:00',
  ],
  ['Slate and Stream Walking Day', 'Slate and Stream', 'Travel & Adventure', 'Slate Wharf', 'Bangor', 67, '09:00'],
  [
    'Second Stitch Mending Fair',
    'Second Stitch',
    'Fashion & Beauty',
    'Thimble Street Hall',
    'Stoke-on-Trent',
    71,
    '10:30',
  ],
  ['Robots for Beginners', 'Clydeside Makers', 'Technology & Innovation', 'Riveters’ Hall', 'Glasgow', 74, '10:00'],
  ['Seedlings Swap and Sow', 'Allotment Alliance', 'Community & Social', 'Spadework Shed', 'Swindon', 82, '10:00'],
  ['Gallery of Gears', 'Gearbox Club', 'Travel & Adventure', 'Sidings Yard', 'Crewe', 86, '10:00', 'featured'],
  ['Spring Equinox Breathing Day', 'Slow Sunday', 'Health & Wellness', 'Boathouse Lawn', 'Lancaster', 119, '08:30'],
  [
    'Harbour Shanty Weekend',
    'Harbour Voices',
    'Music & Concerts',
    'Old Net Loft',
    'Falmouth',
    140,
    '12:00',
    'featured',
  ],
  ['Village Green Cricket Sixes', 'Elmbury Cricket Club', 'Sports & Fitness', 'Elmbury Green', 'Taunton', 165, '10:00'],
  ['Carnival of Kites', 'Fen Skies Flyers', 'Entertainment & Shows', 'Long Drove Field', 'Cambridge', 190, '11:00'],
  ['Regional Bakers’ Parliament', 'Griddle and Stone', 'Food & Drink', 'Smithfield Yard', 'Belfast', null, ''],
  ['Open Workshops Trail', 'Makers of the Vale', 'Arts & Culture', '', 'Evesham', null, ''],
  ['Autumn Apple Pressing', 'Orchard Row', 'Food & Drink', 'Orchard Row Barn', 'Hereford', -28, '11:00'],
  [
    'Lightbulb Inventors’ Fair',
    'Lightbulb Society',
    'Technology & Innovation',
    'Filament House',
    'Sunderland',
    -35,
    '10:00',
  ],
  ['Goose Fair Gallop', 'Goosefield Harriers', 'Sports & Fitness', 'Goosefield', 'Nottingham', -44, '09:30'],
  [
    'Late Summer Reading Festival',
    'Chapter and Verse',
    'Education & Learning',
    'Lady Well Library',
    'Edinburgh',
    -71,
    '11:00',
  ],
]
