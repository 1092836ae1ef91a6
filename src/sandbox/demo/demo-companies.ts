/** The postcodes are real districts with an invented end. */
export type DemoCompany = {
  number: string
  name: string
  status: string
  statusDetail?: string
  previousNames?: string[]
  /** As the registry writes names. */
  officers?: { name: string; born: string | null }[]
  address: { line1: string; line2?: string; town: string; county?: string; postcode: string; country: string }
}

const england = 'England'
const wales = 'Wales'
const scotland = 'Scotland'
const northernIreland = 'Northern Ireland'

export const demoCompanies: DemoCompany[] = [
  {
    number: '00000731',
    name: 'TIDEWRACK & DAUGHTERS FAIRS LIMITED',
    status: 'active',
    address: {
      line1: '3 Netmender Row',
      town: 'Whitby',
      county: 'North Yorkshire',
      postcode: 'YO21 9ZZ',
      country: england,
    },
  },
  {
    number: '00004118',
    name: 'FARROWBY ASSEMBLY ROOMS PLC',
    status: 'active',
    previousNames: ['FARROWBY SUBSCRIPTION BALLS LIMITED'],
    address: { line1: '1 Chandlery Square', town: 'Bath', county: 'Somerset', postcode: 'BA1 9ZZ', country: england },
  },
  {
    number: '99000001',
    name: 'LARKMOOR & FETTLE EVENTS LIMITED',
    status: 'active',
    officers: [
      { name: 'INKWELL, Perpetua', born: '1971-04' },
      { name: 'FETTLE, Ambrose Lark', born: '1985-11' },
    ],
    address: {
      line1: '14 Shuttlecock Lane',
      line2: 'Loomhouse Yard',
      town: 'Manchester',
      postcode: 'M1 9ZZ',
      country: england,
    },
  },
  {
    number: '99000002',
    name: 'LARKMOOR CATERING LIMITED',
    status: 'dissolved',
    officers: [{ name: 'FETTLE, Ambrose Lark', born: '1985-11' }],
    address: { line1: '14 Shuttlecock Lane', town: 'Manchester', postcode: 'M1 9ZZ', country: england },
  },
  {
    number: '99000003',
    name: 'QUILLFEATHER BOOK FESTIVAL C.I.C.',
    status: 'active',
    officers: [{ name: 'QUILL, Odo', born: '1962-01' }],
    address: { line1: '9 Inkwell Passage', town: 'Norwich', county: 'Norfolk', postcode: 'NR2 9ZZ', country: england },
  },
  {
    number: '99000004',
    name: 'BRASSNECK BOXING PROMOTIONS LTD',
    status: 'active',
    statusDetail: 'active-proposal-to-strike-off',
    address: {
      line1: '77 Gasholder Street',
      town: 'Altrincham',
      county: 'Cheshire',
      postcode: 'WA14 9ZZ',
      country: england,
    },
  },
  {
    number: '99000005',
    name: 'MARROWFLEET MARATHON LIMITED',
    status: 'active',
    previousNames: ['MARROWFLEET HARRIERS LIMITED', 'ESTUARY ROAD RUNNERS LIMITED'],
    address: {
      line1: '2 Pilot Boat Quay',
      town: 'Kingston upon Hull',
      county: 'East Yorkshire',
      postcode: 'HU1 9ZZ',
      country: england,
    },
  },
  {
    number: '99000006',
    name: 'OTTERBANK FOOD FAIRS LIMITED',
    status: 'active',
    address: { line1: '31 Withy Bed Road', town: 'Exeter', county: 'Devon', postcode: 'EX2 9ZZ', country: england },
  },
  {
    number: '99000007',
    name: 'THISTLEDOWN WEDDINGS LLP',
    status: 'active',
    address: {
      line1: '6 Orangery Close',
      town: 'Cheltenham',
      county: 'Gloucestershire',
      postcode: 'GL50 9ZZ',
      country: england,
    },
  },
  {
    number: '99000008',
    name: 'COPPERGATE LANTERNS LIMITED',
    status: 'liquidation',
    address: {
      line1: '18 Tallowmaker Yard',
      town: 'Derby',
      county: 'Derbyshire',
      postcode: 'DE1 9ZZ',
      country: england,
    },
  },
  {
    number: '99000009',
    name: 'NIGHTJAR STAGE AND SOUND LIMITED',
    status: 'active',
    address: {
      line1: 'Unit 4',
      line2: 'Treadmill Wharf',
      town: 'Leeds',
      county: 'West Yorkshire',
      postcode: 'LS9 9ZZ',
      country: england,
    },
  },
  {
    number: '99000010',
    name: 'NIGHTJAR TICKETING LIMITED',
    status: 'administration',
    address: {
      line1: 'Unit 5',
      line2: 'Treadmill Wharf',
      town: 'Leeds',
      county: 'West Yorkshire',
      postcode: 'LS9 9ZZ',
      country: england,
    },
  },
  {
    number: '99000011',
    name: 'PENNYWHISTLE CHILDREN’S THEATRE LIMITED',
    status: 'active',
    address: { line1: '52 Hobby Horse Hill', town: 'Bristol', postcode: 'BS5 9ZZ', country: england },
  },
  {
    number: '99000012',
    name: 'SALTLICK RODEO SHOWS LIMITED',
    status: 'dissolved',
    address: { line1: '40 Ropewalk End', town: 'Ipswich', county: 'Suffolk', postcode: 'IP3 9ZZ', country: england },
  },
  {
    number: '99000013',
    name: 'GLASSHOUSE SUMMITS LIMITED',
    status: 'active',
    address: { line1: '120 Cucumber Street', line2: 'Floor 8', town: 'London', postcode: 'EC2A 9ZZ', country: england },
  },
  {
    number: '99000014',
    name: 'GLASSHOUSE SUMMITS INTERNATIONAL LIMITED',
    status: 'active',
    address: { line1: '120 Cucumber Street', line2: 'Floor 8', town: 'London', postcode: 'EC2A 9ZZ', country: england },
  },
  {
    number: '99000015',
    name: 'CAFÉ ZEPHYRINE POP-UPS LIMITED',
    status: 'active',
    address: {
      line1: '5 Windvane Mews',
      town: 'Brighton',
      county: 'East Sussex',
      postcode: 'BN2 9ZZ',
      country: england,
    },
  },
  {
    number: '99000016',
    name: 'HEDGEHOPPER BALLOON MEETS LIMITED',
    status: 'active',
    address: {
      line1: 'Burner Barn',
      line2: '8 Tetherfield',
      town: 'Shrewsbury',
      county: 'Shropshire',
      postcode: 'SY2 9ZZ',
      country: england,
    },
  },
  {
    number: '99000017',
    name: 'GŴYL CARREGFAEN CYFYNGEDIG',
    status: 'active',
    address: {
      line1: '11 Heol y Felin Wynt',
      town: 'Aberystwyth',
      county: 'Ceredigion',
      postcode: 'SY23 9ZZ',
      country: wales,
    },
  },
  {
    number: '99000018',
    name: 'BRYNCAWS MALE VOICE CHOIRS LIMITED',
    status: 'active',
    address: {
      line1: '26 Stryd y Delyn',
      town: 'Cardiff',
      county: 'South Glamorgan',
      postcode: 'CF11 9ZZ',
      country: wales,
    },
  },
  {
    number: 'SC990001',
    name: 'AUCHENDROOKIT CEILIDHS LIMITED',
    status: 'active',
    address: { line1: '7 Bodhran Brae', town: 'Glasgow', postcode: 'G3 9ZZ', country: scotland },
  },
  {
    number: 'SC990002',
    name: 'HAARBOUR LIGHTS FESTIVAL LIMITED',
    status: 'active',
    previousNames: ['HAAR & HARBOUR LIMITED'],
    address: { line1: '44 Lamplighter Wynd', town: 'Edinburgh', postcode: 'EH6 9ZZ', country: scotland },
  },
  {
    number: 'SC990003',
    name: 'SKERRYVIEW REGATTAS LIMITED',
    status: 'dissolved',
    address: { line1: '2 Bollard Place', town: 'Oban', county: 'Argyll', postcode: 'PA34 9ZZ', country: scotland },
  },
  {
    number: 'NI990001',
    name: 'DRUMLOUGHAN HARP WEEK LIMITED',
    status: 'active',
    address: {
      line1: '19 Linen Bleach Green',
      town: 'Belfast',
      county: 'County Antrim',
      postcode: 'BT7 9ZZ',
      country: northernIreland,
    },
  },
  {
    number: 'NI990002',
    name: 'GIANTSTEP ROAD RACES LIMITED',
    status: 'active',
    statusDetail: 'active-proposal-to-strike-off',
    address: {
      line1: '60 Basalt Terrace',
      town: 'Coleraine',
      county: 'County Londonderry',
      postcode: 'BT52 9ZZ',
      country: northernIreland,
    },
  },
  {
    number: 'OC990001',
    name: 'VELLUM & VINE EXHIBITIONS LLP',
    status: 'active',
    address: {
      line1: '33 Bookbinder Court',
      town: 'Oxford',
      county: 'Oxfordshire',
      postcode: 'OX4 9ZZ',
      country: england,
    },
  },
]
