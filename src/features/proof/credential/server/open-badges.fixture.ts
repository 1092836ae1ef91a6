// What the specification of Open Badges 3.0 and 1EdTech's JSON Schema of an AchievementCredential ask for, in our own words: the licence
// of theirs allows no copy here. Stricter than theirs where we use less.

const text = { type: 'string', minLength: 1 }
const uri = { type: 'string', format: 'uri' }
const time = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$' }
const types = (...names: string[]) => ({
  type: 'array',
  items: { type: 'string' },
  uniqueItems: true,
  allOf: names.map((name) => ({ contains: { const: name } })),
})
const closed = (properties: Record<string, object>, ...required: string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const open = (properties: Record<string, object>, ...required: string[]) => ({ type: 'object', properties, required })

const image = closed({ id: uri, type: { const: 'Image' }, caption: text }, 'id', 'type')
const achievementTypes = [
  ...['Achievement', 'ApprenticeshipCertificate', 'Assessment', 'Assignment', 'AssociateDegree', 'Award', 'Badge'],
  ...['BachelorDegree', 'Certificate', 'CertificateOfCompletion', 'Certification', 'CommunityService', 'Competency'],
  ...['Course', 'CoCurricular', 'Degree', 'Diploma', 'DoctoralDegree', 'Fieldwork', 'GeneralEducationDevelopment'],
  ...['JourneymanCertificate', 'LearningProgram', 'License', 'Membership', 'ProfessionalDoctorate'],
  ...['QualityAssuranceCredential', 'MasterCertificate', 'MasterDegree', 'MicroCredential', 'ResearchDoctorate'],
  'SecondarySchoolDiploma',
]
const achievement = open(
  {
    id: uri,
    type: types('Achievement'),
    achievementType: { anyOf: [{ enum: achievementTypes }, { type: 'string', pattern: '^ext:[a-zA-Z0-9._-]+$' }] },
    name: text,
    description: text,
    image,
    criteria: { ...closed({ id: uri, narrative: text }), minProperties: 1 },
  },
  ...['id', 'type', 'criteria', 'description', 'name'],
)
const identity = closed(
  {
    type: { const: 'IdentityObject' },
    hashed: { type: 'boolean' },
    identityHash: text,
    identityType: { anyOf: [{ const: 'identifier' }, { type: 'string', pattern: '^ext:' }] },
    salt: text,
  },
  ...['type', 'hashed', 'identityHash', 'identityType'],
)
const subject = closed(
  {
    id: uri,
    type: types('AchievementSubject'),
    achievement,
    identifier: { type: 'array', items: identity, minItems: 1 },
    licenseNumber: text,
    narrative: text,
  },
  ...['type', 'achievement'],
)
const evidence = open(
  { id: uri, type: types('Evidence'), narrative: text, name: text, description: text, genre: text, audience: text },
  'type',
)
const proof = open(
  { type: text, created: time, cryptosuite: text, verificationMethod: uri, proofPurpose: text, proofValue: text },
  'type',
)

export const openBadgeCredential = open(
  {
    '@context': {
      type: 'array',
      prefixItems: [
        { const: 'https://www.w3.org/ns/credentials/v2' },
        { type: 'string', pattern: '^https://purl\\.imsglobal\\.org/spec/ob/v3p0/context-3\\.0\\.\\d+\\.json$' },
      ],
      minItems: 2,
      items: { type: 'string' },
    },
    id: uri,
    type: types('VerifiableCredential', 'OpenBadgeCredential'),
    name: text,
    issuer: open({ id: uri, type: types('Profile'), name: text, url: uri, email: text }, 'id', 'type'),
    validFrom: time,
    validUntil: time,
    awardedDate: time,
    credentialSubject: subject,
    evidence: { type: 'array', items: evidence, minItems: 1 },
    credentialStatus: open({ id: uri, type: text }, 'id', 'type'),
    proof: { type: 'array', items: proof, minItems: 1 },
  },
  ...['@context', 'id', 'type', 'name', 'credentialSubject', 'issuer', 'validFrom', 'proof'],
)
