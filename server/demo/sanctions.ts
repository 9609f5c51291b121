import type pg from 'pg'
import { checkNames } from '../../app/sanctions/server/check-names.ts'
import { requestHitDecision } from '../../app/sanctions/server/decide-hit.ts'
import { addSanctionsList } from '../../app/sanctions/server/lists.ts'
import type { Day } from '../../rules/days.ts'
import { approve, type Filling } from './filling.ts'

const filename = 'SAMPLE-SDN.XML'

/** Made up, and close to two members of the sample fund: the hits of the first are cleared, those of the other are open. */
const entries = [
  { uid: '900001', last: 'OKAFOR', first: 'Paul', born: '04 Feb 1938', place: 'Port Sample, Nowhere' },
  { uid: '900002', last: 'LINDKVIST', first: 'Karl', born: '1961', place: 'Sampleby, Nowhere' },
]

/** Uploads a sample of OFAC's list, compares the sample fund's names with it, and has two people clear the hits of one entry. */
export async function checkSanctions(filling: Filling): Promise<void> {
  const { owner, desk, today } = filling
  const { rowCount } = await owner.query('select from sanctions_lists where filename = $1', [filename])
  if (!rowCount)
    await addSanctionsList(desk, { kind: 'sdn', file: new File([sampleList(today)], filename), anyway: true })
  await checkNames()
  const reason = 'Paul Okafor was born in 1971, in Texas. Compared with his W-9 and his driver’s license.'
  const { rows } = await owner.query('select id from sanctions_hits where uid = $1 order by id', [entries[0]?.uid])
  for (const { id } of rows)
    await approve(filling, { kind: 'sanctions.decide', subject_id: id }, () =>
      requestHitDecision(desk, id, { decision: 'cleared', reason }),
    )
}

/** The sample list counts as the newest at each start: the demo's office can't download another one. */
export async function confirmSampleList(owner: pg.Client): Promise<void> {
  await owner.query('update sanctions_lists set current_as_of = now() where filename = $1 and superseded_at is null', [
    filename,
  ])
}

function sampleList(today: Day): string {
  const published = `${today.slice(5, 7)}/${today.slice(8)}/${today.slice(0, 4)}`
  const written = entries.map(
    ({ uid, last, first, born, place }) => `<sdnEntry>
    <uid>${uid}</uid><firstName>${first}</firstName><lastName>${last}</lastName><sdnType>Individual</sdnType>
    <remarks>An entry of the sample fund.</remarks>
    <programList><program>SAMPLE</program></programList>
    <dateOfBirthList><dateOfBirthItem><uid>1</uid><dateOfBirth>${born}</dateOfBirth></dateOfBirthItem></dateOfBirthList>
    <placeOfBirthList><placeOfBirthItem><uid>1</uid><placeOfBirth>${place}</placeOfBirth></placeOfBirthItem></placeOfBirthList>
  </sdnEntry>`,
  )
  return `<?xml version="1.0" standalone="yes"?>
<sdnList>
  <publshInformation><Publish_Date>${published}</Publish_Date><Record_Count>${entries.length}</Record_Count></publshInformation>
  ${written.join('\n  ')}
</sdnList>
`
}
