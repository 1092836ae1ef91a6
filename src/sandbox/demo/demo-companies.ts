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
type CompanyDetails = Partial<
  Pick<DemoAddress, 'line2' | 'county' | 'country'> & Omit<DemoCompany, 'number' | 'name' | 'address'>
>

function company(
  number: string,
  name: string,
  [line1, town, postcode]: [line1: string, town: string, postcode: string],
  { line2, county, country = 'England', status = 'active', ...more }: CompanyDetails = {},
): DemoCompany {
  const address = { line1, ...(line2 && { line2 }), town, ...(county && { county }), postcode, country }
  return { number, name, status, ...more, address }
}

export const demoCompanies = [
  company('00000731', 'TIDEWRACK & DAUGHTERS FAIRS LIMITED', ['3 Netmender Row', 'Whitby', 'YO21 9ZZ'], {
    county: 'North Yorkshire',
  }),
  company('00004118', 'FARROWBY ASSEMBLY ROOMS PLC', ['1 Chandlery Square', 'Bath', 'BA1 9ZZ'], {
    previousNames: ['FARROWBY SUBSCRIPTION BALLS LIMITED'],
    county: 'Somerset',
  }),
  company('99000001', 'LARKMOOR & FETTLE EVENTS LIMITED', ['14 Shuttlecock Lane', 'Manchester', 'M1 9ZZ'], {
    officers: [
      { name: 'INKWELL, Perpetua', born: '1971-04' },
      { name: 'FETTLE, Ambrose Lark', born: '1985-11' },
    ],
    line2: 'Loomhouse Yard',
  }),
  company('99000002', 'LARKMOOR CATERING LIMITED', ['14 Shuttlecock Lane', 'Manchester', 'M1 9ZZ'], {
    status: 'dissolved',
    officers: [{ name: 'FETTLE, Ambrose Lark', born: '1985-11' }],
  }),
  company('99000003', 'QUILLFEATHER BOOK FESTIVAL C.I.C.', ['9 Inkwell Passage', 'Norwich', 'NR2 9ZZ'], {
    officers: [{ name: 'QUILL, Odo', born: '1962-01' }],
    county: 'Norfolk',
  }),
  company('99000004', 'BRASSNECK BOXING PROMOTIONS LTD', ['77 Gasholder Street', 'Altrincham', 'WA14 9ZZ'], {
    statusDetail: 'active-proposal-to-strike-off',
    county: 'Cheshire',
  }),
  company('99000005', 'MARROWFLEET MARATHON LIMITED', ['2 Pilot Boat Quay', 'Kingston upon Hull', 'HU1 9ZZ'], {
    previousNames: ['MARROWFLEET HARRIERS LIMITED', 'ESTUARY ROAD RUNNERS LIMITED'],
    county: 'East Yorkshire',
  }),
  company('99000006', 'OTTERBANK FOOD FAIRS LIMITED', ['31 Withy Bed Road', 'Exeter', 'EX2 9ZZ'], { county: 'Devon' }),
  company('99000007', 'THISTLEDOWN WEDDINGS LLP', ['6 Orangery Close', 'Cheltenham', 'GL50 9ZZ'], {
    county: 'Gloucestershire',
  }),
  company('99000008', 'COPPERGATE LANTERNS LIMITED', ['18 Tallowmaker Yard', 'Derby', 'DE1 9ZZ'], {
    status: 'liquidation',
    county: 'Derbyshire',
  }),
  company('99000009', 'NIGHTJAR STAGE AND SOUND LIMITED', ['Unit 4', 'Leeds', 'LS9 9ZZ'], {
    line2: 'Treadmill Wharf',
    county: 'West Yorkshire',
  }),
  company('99000010', 'NIGHTJAR TICKETING LIMITED', ['Unit 5', 'Leeds', 'LS9 9ZZ'], {
    status: 'administration',
    line2: 'Treadmill Wharf',
    county: 'West Yorkshire',
  }),
  company('99000011', 'PENNYWHISTLE CHILDREN’S THEATRE LIMITED', ['52 Hobby Horse Hill', 'Bristol', 'BS5 9ZZ']),
  company('99000012', 'SALTLICK RODEO SHOWS LIMITED', ['40 Ropewalk End', 'Ipswich', 'IP3 9ZZ'], {
    status: 'dissolved',
    county: 'Suffolk',
  }),
  company('99000013', 'GLASSHOUSE SUMMITS LIMITED', ['120 Cucumber Street', 'London', 'EC2A 9ZZ'], {
    line2: 'Floor 8',
  }),
  company('99000014', 'GLASSHOUSE SUMMITS INTERNATIONAL LIMITED', ['120 Cucumber Street', 'London', 'EC2A 9ZZ'], {
    line2: 'Floor 8',
  }),
  company('99000015', 'CAFÉ ZEPHYRINE POP-UPS LIMITED', ['5 Windvane Mews', 'Brighton', 'BN2 9ZZ'], {
    county: 'East Sussex',
  }),
  company('99000016', 'HEDGEHOPPER BALLOON MEETS LIMITED', ['Burner Barn', 'Shrewsbury', 'SY2 9ZZ'], {
    line2: '8 Tetherfield',
    county: 'Shropshire',
  }),
  company('99000017', 'GŴYL CARREGFAEN CYFYNGEDIG', ['11 Heol y Felin Wynt', 'Aberystwyth', 'SY23 9ZZ'], {
    county: 'Ceredigion',
    country: 'Wales',
  }),
  company('99000018', 'BRYNCAWS MALE VOICE CHOIRS LIMITED', ['26 Stryd y Delyn', 'Cardiff', 'CF11 9ZZ'], {
    county: 'South Glamorgan',
    country: 'Wales',
  }),
  company('SC990001', 'AUCHENDROOKIT CEILIDHS LIMITED', ['7 Bodhran Brae', 'Glasgow', 'G3 9ZZ'], {
    country: 'Scotland',
  }),
  company('SC990002', 'HAARBOUR LIGHTS FESTIVAL LIMITED', ['44 Lamplighter Wynd', 'Edinburgh', 'EH6 9ZZ'], {
    previousNames: ['HAAR & HARBOUR LIMITED'],
    country: 'Scotland',
  }),
  company('SC990003', 'SKERRYVIEW REGATTAS LIMITED', ['2 Bollard Place', 'Oban', 'PA34 9ZZ'], {
    status: 'dissolved',
    county: 'Argyll',
    country: 'Scotland',
  }),
  company('NI990001', 'DRUMLOUGHAN HARP WEEK LIMITED', ['19 Linen Bleach Green', 'Belfast', 'BT7 9ZZ'], {
    county: 'County Antrim',
    country: 'Northern Ireland',
  }),
  company('NI990002', 'GIANTSTEP ROAD RACES LIMITED', ['60 Basalt Terrace', 'Coleraine', 'BT52 9ZZ'], {
    statusDetail: 'active-proposal-to-strike-off',
    county: 'County Londonderry',
    country: 'Northern Ireland',
  }),
  company('OC990001', 'VELLUM & VINE EXHIBITIONS LLP', ['33 Bookbinder Court', 'Oxford', 'OX4 9ZZ'], {
    county: 'Oxfordshire',
  }),
]
