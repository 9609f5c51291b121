import { expect } from 'vitest'
import { givenNote, givenPayment } from '../../../tests/helpers/notes.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { givenToday } from '../../../tests/helpers/today.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getHoldings } from '../../holdings/server/holdings.ts'
import { getLedger } from '../../ledger/server/get-ledger.ts'
import { requestReversal } from '../server/reversals.ts'

test('a recording mistake that was reversed never reads as a payment that came back', async ({ portal, people }) => {
  givenToday('2026-11-20')
  const { admin, colleague, investor } = people
  const note = await givenNote(portal, people, '2026-09-15')
  await givenPayment(people, note.id, { day: '2026-10-15', amount: 1_833_33n })
  const paid = (await getLedger(admin, note.id)).find(({ kind }) => kind === 'payment')
  const reversal = await requestReversal(admin, paid?.id ?? '', { why: 'mistake', day: '2026-10-16' })
  await decideApproval(colleague, reversal, 'approved')
  expect((await getHoldings(investor))?.late).toMatchObject([
    { payDate: '2026-10-15', state: 'corrected' },
    { payDate: '2026-11-16', state: 'unrecorded' },
  ])
  const { rows } = await portal.owner.query('select kind from notices where note_id = $1 order by kind', [note.id])
  expect(rows.map(({ kind }) => kind)).toEqual(['note-funded', 'note-paid', 'note-payment-corrected'])
})
