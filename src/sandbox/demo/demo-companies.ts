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

type DemoAddress = DemoCompany['address']

const address = (line1: string, town: string, postcode: string, more: Partial<DemoAddress> = {}): DemoAddress => ({
  line1,
  town,
  postcode,
  country: 'England',
  ...more,
})

const companies: (Omit<DemoCompany, 'status'> & { status?: string })[] = [
  {
    number: '00000731',
    name: 'TIDEWRACK & DAUGHTERS FAIRS LIMITED',
    address: address('3 Netmender Row', 'Whitby', 'YO21 9ZZ', { county: 'North Yorkshire' }),
  },
  {
    number: '00004118',
    name: 'FARROWBY ASSEMBLY ROOMS PLC',
    previousNames: ['FARROWBY SUBSCRIPTION BALLS LIMITED'],
    address: address('1 Chandlery Square', 'Bath', 'BA1 9ZZ', { county: 'Somerset' }),
  },
  {
    number: '99000001',
    name: 'LARKMOOR & FETTLE EVENTS LIMITED',
    officers: [
      { name: 'INKWELL, Perpetua', born: '1971-04' },
      { name: 'FETTLE, Ambrose Lark', born: '1985-11' },
    ],
    address: address('14 Shuttlecock Lane', 'Manchester', 'M1 9ZZ', { line2: 'Loomhouse Yard' }),
  },
  {
    number: '99000002',
    name: 'LARKMOOR CATERING LIMITED',
    status: 'dissolved',
    officers: [{ name: 'FETTLE, Ambrose Lark', born: '1985-11' }],
    address: address('14 Shuttlecock Lane', 'Manchester', 'M1 9ZZ'),
  },
  {
    number: '99000003',
    name: 'QUILLFEATHER BOOK FESTIVAL C.I.C.',
    officers: [{ name: 'QUILL, Odo', born: '1962-01' }],
    address: address('9 Inkwell Passage', 'Norwich', 'NR2 9ZZ', { county: 'Norfolk' }),
  },
  {
    number: '99000004',
    name: 'BRASSNECK BOXING PROMOTIONS LTD',
    statusDetail: 'active-proposal-to-strike-off',
    address: address('77 Gasholder Street', 'Altrincham', 'WA14 9ZZ', { county: 'Cheshire' }),
  },
  {
    number: '99000005',
    name: 'MARROWFLEET MARATHON LIMITED',
    previousNames: ['MARROWFLEET HARRIERS LIMITED', 'ESTUARY ROAD RUNNERS LIMITED'],
    address: address('2 Pilot Boat Quay', 'Kingston upon Hull', 'HU1 9ZZ', { county: 'East Yorkshire' }),
  },
  {
    number: '99000006',
    name: 'OTTERBANK FOOD FAIRS LIMITED',
    address: address('31 Withy Bed Road', 'Exeter', 'EX2 9ZZ', { county: 'Devon' }),
  },
  {
    number: '99000007',
    name: 'THISTLEDOWN WEDDINGS LLP',
    address: address('6 Orangery Close', 'Cheltenham', 'GL50 9ZZ', { county: 'Gloucestershire' }),
  },
  {
    number: '99000008',
    name: 'COPPERGATE LANTERNS LIMITED',
    status: 'liquidation',
    address: address('18 Tallowmaker Yard', 'Derby', 'DE1 9ZZ', { county: 'Derbyshire' }),
  },
  {
    number: '99000009',
    name: 'NIGHTJAR STAGE AND SOUND LIMITED',
    address: address('Unit 4', 'Leeds', 'LS9 9ZZ', { line2: 'Treadmill Wharf', county: 'West Yorkshire' }),
  },
  {
    number: '99000010',
    name: 'NIGHTJAR TICKETING LIMITED',
    status: 'administration',
    address: address('Unit 5', 'Leeds', 'LS9 9ZZ', { line2: 'Treadmill Wharf', county: 'West Yorkshire' }),
  },
  {
    number: '99000011',
    name: 'PENNYWHISTLE CHILDREN’S THEATRE LIMITED',
    address: address('52 Hobby Horse Hill', 'Bristol', 'BS5 9ZZ'),
  },
  {
    number: '99000012',
    name: 'SALTLICK RODEO SHOWS LIMITED',
    status: 'dissolved',
    address: address('40 Ropewalk End', 'Ipswich', 'IP3 9ZZ', { county: 'Suffolk' }),
  },
  {
    number: '99000013',
    name: 'GLASSHOUSE SUMMITS LIMITED',
    address: address('120 Cucumber Street', 'London', 'EC2A 9ZZ', { line2: 'Floor 8' }),
  },
  {
    number: '99000014',
    name: 'GLASSHOUSE SUMMITS INTERNATIONAL LIMITED',
    address: address('120 Cucumber Street', 'London', 'EC2A 9ZZ', { line2: 'Floor 8' }),
  },
  {
    number: '99000015',
    name: 'CAFÉ ZEPHYRINE POP-UPS LIMITED',
    address: address('5 Windvane Mews', 'Brighton', 'BN2 9ZZ', { county: 'East Sussex' }),
  },
  {
    number: '99000016',
    name: 'HEDGEHOPPER BALLOON MEETS LIMITED',
    address: address('Burner Barn', 'Shrewsbury', 'SY2 9ZZ', { line2: '8 Tetherfield', county: 'Shropshire' }),
  },
  {
    number: '99000017',
    name: 'GŴYL CARREGFAEN CYFYNGEDIG',
    address: address('11 Heol y Felin Wynt', 'Aberystwyth', 'SY23 9ZZ', { county: 'Ceredigion', country: 'Wales' }),
  },
  {
    number: '99000018',
    name: 'BRYNCAWS MALE VOICE CHOIRS LIMITED',
    address: address('26 Stryd y Delyn', 'Cardiff', 'CF11 9ZZ', { county: 'South Glamorgan', country: 'Wales' }),
  },
  {
    number: 'SC990001',
    name: 'AUCHENDROOKIT CEILIDHS LIMITED',
    address: address('7 Bodhran Brae', 'Glasgow', 'G3 9ZZ', { country: 'Scotland' }),
  },
  {
    number: 'SC990002',
    name: 'HAARBOUR LIGHTS FESTIVAL LIMITED',
    previousNames: ['HAAR & HARBOUR LIMITED'],
    address: address('44 Lamplighter Wynd', 'Edinburgh', 'EH6 9ZZ', { country: 'Scotland' }),
  },
  {
    number: 'SC990003',
    name: 'SKERRYVIEW REGATTAS LIMITED',
    status: 'dissolved',
    address: address('2 Bollard Place', 'Oban', 'PA34 9ZZ', { county: 'Argyll', country: 'Scotland' }),
  },
  {
    number: 'NI990001',
    name: 'DRUMLOUGHAN HARP WEEK LIMITED',
    address: address('19 Linen Bleach Green', 'Belfast', 'BT7 9ZZ', {
      county: 'County Antrim',
      country: 'Northern Ireland',
    }),
  },
  {
    number: 'NI990002',
    name: 'GIANTSTEP ROAD RACES LIMITED',
    statusDetail: 'active-proposal-to-strike-off',
    address: address('60 Basalt Terrace', 'Coleraine', 'BT52 9ZZ', {
      county: 'County Londonderry',
      country: 'Northern Ireland',
    }),
  },
  {
    number: 'OC990001',
    name: 'VELLUM & VINE EXHIBITIONS LLP',
    address: address('33 Bookbinder Court', 'Oxford', 'OX4 9ZZ', { county: 'Oxfordshire' }),
  },
]

export const demoCompanies = companies.map((company): DemoCompany => ({ status: 'active', ...company }))
