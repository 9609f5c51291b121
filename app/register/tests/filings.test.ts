import { expect } from 'vitest'
import { addMonths } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenSignedNote } from '../../../tests/helpers/notes.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { recordFiling, withdrawFiling } from '../server/filings.ts'
import { getSales } from '../server/sales.ts'

test('a filing is marked with its day and receipt; Form D’s yearly amendment is due by the anniversary of the newest', async ({
  portal,
  people,
  domain,
}) => {
  const { admin } = people
  const offering = `Notes of ${domain}`
  await givenSignedNote(portal, people, { offering })
  const sales = async () => {
    const all = (await getSales(admin)).filter(sale => sale.offering === offering)
    return { whole: all.find(({ isAll }) => isAll), texas: all.find(({ state }) => state === 'TX') }
  }
  expect(await sales()).toMatchObject({ whole: { filings: [], amendmentDue: null }, texas: { filings: [] } })
  const filed = (what: string, day: string, receipt = '') => recordFiling(admin, { offering, what, day, receipt })

  await filed('form_d', '2024-02-29')
  expect((await sales()).whole).toMatchObject({ amendmentDue: '2025-02-28', filings: [{ receipt: null }] })
  // The receipt comes later; it remains one filing.
  await filed('form_d', '2024-02-29', '0001234567-24-000012')
  expect((await sales()).whole?.filings).toMatchObject([{ kind: 'form_d', receipt: '0001234567-24-000012' }])
  await expect(filed('form_d', '2024-02-29', 'another')).rejects.toMatchObject({ code: 'FILING_TWICE' })
  await filed('amendment', '2025-02-14')
  await filed('notice TX', '2024-03-01', 'TX-1')
  const now = await sales()
  expect(now.whole).toMatchObject({ amendmentDue: '2026-02-14' })
  expect(now.whole?.filings.map(({ kind }) => kind)).toEqual(['amendment', 'form_d'])
  expect(now.texas?.filings).toMatchObject([{ kind: 'notice', state: 'TX', receipt: 'TX-1', filedOn: '2024-03-01' }])

  await withdrawFiling(admin, now.whole?.filings[0]?.id ?? '')
  expect((await sales()).whole).toMatchObject({ amendmentDue: '2025-02-28' })
})

test('what isn’t a filing is refused, and what was recorded isn’t rewritten', async ({ portal, people, domain }) => {
  const { admin, investor } = people
  const offering = `Notes of ${domain}`
  await givenSignedNote(portal, people, { offering })
  const given = { offering, what: 'form_d', day: '2024-03-01', receipt: 'R-1' }
  const codes = { what: 'FILING_INVALID', offering: 'FILING_INVALID', day: 'NOTE_DAY_AHEAD' } as const
  for (const [field, value] of [
    ['what', 'notice'],
    ['what', 'form_d TX'],
    ['offering', 'Nothing of ours'],
    ['day', addMonths(fundDay(), 1)],
  ] as const)
    await expect(recordFiling(admin, { ...given, [field]: value })).rejects.toMatchObject({ code: codes[field] })
  await expect(recordFiling(investor, given)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await recordFiling(admin, given)
  await expect(queryAs(portal, admin.id, "update sale_filings set receipt = 'R-2'")).rejects.toThrow('stays as it was')
})
